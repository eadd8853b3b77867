extension TokenFormat {
  /// Formats of vendors. Unless a line says otherwise, they are those of the public rules of gitleaks (`config/gitleaks.toml`,
  /// MIT), which cite the vendors' documentation.
  static let all: [TokenFormat] = clouds + code + messages + money + intelligence + services

  private static let clouds = [
    // AWS: "IAM identifiers", unique ID prefixes of access keys.
    TokenFormat("AWS access key", "AKIA{B16}"), TokenFormat("AWS access key", "ASIA{B16}"),
    TokenFormat("AWS access key", "ABIA{B16}"), TokenFormat("AWS access key", "ACCA{B16}"),
    TokenFormat("Amazon Bedrock key", "ABSK{b109-269}{=0-2}"),
    TokenFormat("Alibaba Cloud access key", "LTAI{a20}"),
    TokenFormat("Azure storage key", "AccountKey={b86}=="), TokenFormat("Azure shared access key", "SharedAccessKey={b43}="),
    TokenFormat("Azure shared access signature", "sig={b43}="),
    TokenFormat("Azure client secret", "{t3}{d1}Q~{t31-34}"),
    TokenFormat("Google API key", "AIza{w35}"), TokenFormat("Google OAuth client secret", "GOCSPX-{w28}"),
    TokenFormat("Google OAuth access token", "ya29.{w20-1024}"), TokenFormat("Google OAuth refresh token", "1//0{w40-150}"),
    TokenFormat("DigitalOcean token", "dop_v1_{h64}"), TokenFormat("DigitalOcean token", "doo_v1_{h64}"),
    TokenFormat("DigitalOcean token", "dor_v1_{h64}"),
    TokenFormat("Cloudflare origin CA key", "v1.0-{h24}-{h146}"),
    TokenFormat("Databricks token", "dapi{h32}"),
    TokenFormat("Fly.io token", "fo1_{w43}"), TokenFormat("Fly.io token", "fm2_{b100-2000}{=0-3}"),
    TokenFormat("Fly.io token", "fm1r_{b100-2000}{=0-3}"), TokenFormat("Fly.io token", "fm1a_{b100-2000}{=0-3}"),
    // Heroku: authorizations of 2024 and later. Older ones are UUIDs, which are found by their names.
    TokenFormat("Heroku API key", "HRKU-AA{w58}"),
    TokenFormat("PlanetScale token", "pscale_tkn_{w32-64}"), TokenFormat("PlanetScale token", "pscale_oauth_{w32-64}"),
    TokenFormat("PlanetScale password", "pscale_pw_{w32-64}"),
    TokenFormat("Supabase token", "sbp_{h40}"), TokenFormat("Netlify token", "nfp_{a36-60}"),
    TokenFormat("HashiCorp Vault token", "hvs.{w24-300}"), TokenFormat("HashiCorp Vault token", "hvb.{w100-400}"),
    TokenFormat("HashiCorp Vault token", "hvr.{w24-300}"), TokenFormat("Terraform Cloud token", "{a14}.atlasv1.{e60-70}"),
    TokenFormat("Doppler token", "dp.pt.{a43}"), TokenFormat("Pulumi token", "pul-{h40}"),
    TokenFormat("Dynatrace token", "dt0c01.{a24}.{a64}"), TokenFormat("New Relic key", "NRAK-{u27}"),
    TokenFormat("Grafana Cloud token", "glc_{b32-400}{=0-3}"), TokenFormat("Grafana service account token", "glsa_{a32}_{x8}"),
    TokenFormat("Sentry token", "sntryu_{h64}"), TokenFormat("Sentry token", "sntrys_eyJpYXQiO{b40-500}{=0-2}_{b43}"),
    TokenFormat("Tailscale key", "tskey-auth-{a10-30}-{a20-60}"), TokenFormat("Tailscale key", "tskey-api-{a10-30}-{a20-60}"),
    TokenFormat("OpenShift token", "sha256~{w43}"), TokenFormat("1Password service account", "ops_eyJ{b250-2000}{=0-3}"),
    // age(1): the Bech32 form of an identity.
    TokenFormat("age identity", "AGE-SECRET-KEY-1{u58}"),
  ]

  private static let code = [
    // GitHub: "Behind GitHub's new authentication token formats" (2021) has the prefixes and the checksum.
    TokenFormat("GitHub token", "ghp_{a36}", .checksum), TokenFormat("GitHub token", "gho_{a36}", .checksum),
    TokenFormat("GitHub token", "ghu_{a36}", .checksum), TokenFormat("GitHub token", "ghs_{a36}", .checksum),
    TokenFormat("GitHub token", "ghr_{a36}", .checksum), TokenFormat("GitHub token", "ghr_{a76}"),
    TokenFormat("GitHub token", "github_pat_{a22}_{a59}"),
    TokenFormat("GitLab token", "glpat-{w20-300}"), TokenFormat("GitLab token", "glpat-{w27-300}.{n9}"),
    TokenFormat("GitLab token", "gldt-{w20-300}"), TokenFormat("GitLab token", "glrt-{w20-300}"),
    TokenFormat("GitLab token", "glcbt-{a1-5}_{w20-300}"), TokenFormat("GitLab token", "glptt-{h40}"),
    TokenFormat("GitLab token", "glft-{w20-300}"), TokenFormat("GitLab token", "glimt-{w25-300}"),
    TokenFormat("GitLab token", "glagent-{w50-300}"), TokenFormat("GitLab token", "gloas-{w64-300}"),
    TokenFormat("GitLab token", "glsoat-{w20-300}"), TokenFormat("GitLab token", "glffct-{w20-300}"),
    TokenFormat("GitLab token", "GR1348941{w20}"),
    // npm: "Announcing npm's new access token format" (2021), with the checksum of GitHub's.
    TokenFormat("npm token", "npm_{a36}", .checksum),
    // PyPI: a macaroon; the text that every one of them begins with.
    TokenFormat("PyPI token", "pypi-AgEIcHlwaS5vcmc{w50-1000}"),
    TokenFormat("PyPI token", "pypi-AgENdGVzdC5weXBpLm9yZw{w50-1000}"),
    TokenFormat("RubyGems token", "rubygems_{h48}"), TokenFormat("crates.io token", "cio{a32}"),
    TokenFormat("Clojars token", "CLOJARS_{n60}"),
    TokenFormat("Docker Hub token", "dckr_pat_{w27}"), TokenFormat("Docker Hub token", "dckr_oat_{w27-40}"),
    // Atlassian: "Using access tokens" of Jira, Confluence and Bitbucket.
    TokenFormat("Atlassian token", "ATATT3{e150-250}"), TokenFormat("Atlassian token", "ATCTT3{e150-250}"),
    TokenFormat("Bitbucket app password", "ATBB{a32}"),
    TokenFormat("Linear key", "lin_api_{a40}"), TokenFormat("Linear token", "lin_oauth_{a40-80}"),
    TokenFormat("Postman key", "PMAK-{h24}-{h34}"), TokenFormat("CircleCI token", "CCIPAT_{a22}_{h40}"),
    TokenFormat("Buildkite token", "bkua_{h40}"), TokenFormat("Sourcegraph token", "sgp_{x40}"),
    TokenFormat("Sourcegraph token", "sgp_{x16}_{x40}"), TokenFormat("Figma token", "figd_{w40-60}"),
    TokenFormat("Notion token", "ntn_{d11}{a35}"), TokenFormat("Contentful token", "CFPAT-{w43}"),
    TokenFormat("Airtable token", "pat{a14}.{h64}"), TokenFormat("Asana token", "{d1}/{d16}:{h32}", .alone),
    TokenFormat("LaunchDarkly SDK key", "sdk-{h8}-{h4}-{h4}-{h4}-{h12}"),
    TokenFormat("LaunchDarkly token", "api-{h8}-{h4}-{h4}-{h4}-{h12}"),
    TokenFormat("Artifactory key", "AKCp{a69}"), TokenFormat("Octopus Deploy key", "API-{u26}"),
    TokenFormat("ReadMe key", "rdme_{n70}"), TokenFormat("Prefect key", "pnu_{a36}"),
    TokenFormat("JFrog token", "cmVmd{a59}"), TokenFormat("Adobe client secret", "p8e-{a32}"),
  ]

  private static let messages = [
    // Slack: "Token types" and "Sending messages using incoming webhooks".
    TokenFormat("Slack token", "xoxb-{d1-14}-{w10-250}"), TokenFormat("Slack token", "xoxp-{d1-14}-{w10-250}"),
    TokenFormat("Slack token", "xoxa-{d1-14}-{w10-250}"), TokenFormat("Slack token", "xoxr-{d1-14}-{w10-250}"),
    TokenFormat("Slack token", "xoxs-{d1-14}-{w10-250}"), TokenFormat("Slack token", "xoxo-{d1-14}-{w10-250}"),
    TokenFormat("Slack token", "xoxe-{d1-14}-{w10-250}"), TokenFormat("Slack token", "xoxe.xoxp-{d1}-{w100-200}"),
    TokenFormat("Slack token", "xoxe.xoxb-{d1}-{w100-200}"), TokenFormat("Slack token", "xapp-{d1}-{u5-20}-{d5-20}-{n20-100}"),
    TokenFormat("Slack webhook", "hooks.slack.com/services/T{u8-12}/B{u8-12}/{a20-30}"),
    TokenFormat("Twilio API key", "SK{h32}"),
    TokenFormat("SendGrid key", "SG.{w22}.{w43}"), TokenFormat("Brevo key", "xkeysib-{h64}-{a16}"),
    TokenFormat("Mailgun key", "key-{h32}", .alone), TokenFormat("Mailgun key", "{h32}-{h8}-{h8}", .alone),
    TokenFormat("Mailchimp key", "{h32}-us{d1-2}", .alone),
    // Telegram: "Bots: An introduction for developers". Discord: "API reference"; a bot's token begins with its id.
    TokenFormat("Telegram bot token", "{d6-12}:AA{w33}"),
    TokenFormat("Discord bot token", "M{w23-27}.{w6}.{w27-38}", .number),
    TokenFormat("Discord bot token", "N{w23-27}.{w6}.{w27-38}", .number),
    TokenFormat("Discord bot token", "O{w23-27}.{w6}.{w27-38}", .number),
    TokenFormat("Discord webhook", "discord.com/api/webhooks/{d17-20}/{w60-72}"),
    TokenFormat("Discord webhook", "discordapp.com/api/webhooks/{d17-20}/{w60-72}"),
    TokenFormat("Typeform token", "tfp_{w40-60}"),
  ]

  private static let money = [
    // Stripe: "API keys". Keys of test mode give access to an account, too.
    TokenFormat("Stripe key", "sk_live_{a16-250}"), TokenFormat("Stripe key", "sk_test_{a16-250}"),
    TokenFormat("Stripe key", "rk_live_{a16-250}"), TokenFormat("Stripe key", "rk_test_{a16-250}"),
    TokenFormat("Stripe webhook secret", "whsec_{b32-100}{=0-2}"),
    TokenFormat("Shopify token", "shpat_{x32}"), TokenFormat("Shopify token", "shpca_{x32}"),
    TokenFormat("Shopify token", "shppa_{x32}"), TokenFormat("Shopify shared secret", "shpss_{x32}"),
    TokenFormat("Square token", "sq0atp-{w22}"), TokenFormat("Square secret", "sq0csp-{w43}"),
    TokenFormat("Square token", "EAAA{w60}", .alone),
    TokenFormat("Plaid token", "access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}"),
    TokenFormat("Plaid token", "access-production-{h8}-{h4}-{h4}-{h4}-{h12}"),
    TokenFormat("EasyPost key", "EZAK{a54}"), TokenFormat("EasyPost key", "EZTK{a54}"),
    TokenFormat("Shippo token", "shippo_live_{h40}"), TokenFormat("Shippo token", "shippo_test_{h40}"),
    TokenFormat("Flutterwave key", "FLWSECK_TEST-{n32}-X"), TokenFormat("Flutterwave key", "FLWSECK-{n32}-X"),
    TokenFormat("Duffel token", "duffel_live_{w43}"), TokenFormat("Duffel token", "duffel_test_{w43}"),
  ]

  private static let intelligence = [
    TokenFormat("OpenAI key", "sk-{a20}T3BlbkFJ{a20}", .openAI), TokenFormat("OpenAI key", "sk-{a48}", .openAI),
    TokenFormat("OpenAI key", "sk-proj-{w40-200}", .openAI), TokenFormat("OpenAI key", "sk-svcacct-{w40-200}", .openAI),
    TokenFormat("OpenAI key", "sk-admin-{w40-200}", .openAI),
    TokenFormat("Anthropic key", "sk-ant-{a3-10}-{w80-120}"),
    TokenFormat("Hugging Face token", "hf_{l34}"), TokenFormat("Hugging Face token", "api_org_{l34}"),
    TokenFormat("Replicate token", "r8_{a37}"), TokenFormat("Groq key", "gsk_{a52}"), TokenFormat("xAI key", "xai-{a80}"),
    TokenFormat("Perplexity key", "pplx-{a48}"),
  ]

  private static let services = [
    TokenFormat("HubSpot token", "pat-{n3}-{h8}-{h4}-{h4}-{h4}-{h12}"), TokenFormat("Dropbox token", "sl.{w130-160}"),
    TokenFormat("MaxMind key", "{a6}_{a29}_mmk"), TokenFormat("Frame.io token", "fio-u-{e64}"),
    TokenFormat("Infracost key", "ico-{a32}"), TokenFormat("Harness token", "pat.{w22}.{a24}.{a20}"),
  ]

  /// The formats that may begin with each byte.
  static let byFirstByte: [[TokenFormat]] = (0..<256).map { byte in all.filter { $0.begins(with: UInt8(byte)) } }
}
