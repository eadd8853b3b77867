#!/usr/bin/env bash
# Measures Refinery and its engines side by side against a local nginx. See README.md beside this.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v nginx >/dev/null || missing+=(nginx-light)
command -v openssl >/dev/null || missing+=(openssl)
command -v curl-config >/dev/null || missing+=(libcurl4-openssl-dev)
echo_module=$(find /usr/lib/nginx/modules /usr/share/nginx/modules -name ngx_http_echo_module.so 2>/dev/null | head -n 1 || true)
[ -n "$echo_module" ] || missing+=(libnginx-mod-http-echo)
if [ ${#missing[@]} -gt 0 ]; then
  echo "missing: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi

swift build -c release
bin=$(swift build -c release --show-bin-path)
root=$(mktemp -d)
nginx=
load=
finish() {
  for pid in $load $nginx; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$root"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# nginx may serve as another user than ours.
chmod 755 "$root"
"$bin/Load" bodies "$root/www"
for body in "$root"/www/*.json; do gzip --keep -6 "$body"; done

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout "$root/key.pem" -out "$root/certificate.pem" -subj "/CN=localhost" \
  -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" 2>"$root/openssl.log" || { cat "$root/openssl.log" >&2; exit 1; }

free_port() {
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}
plain=$(free_port 18340)
secure=$(free_port $((plain + 1)))
http2=$(free_port $((secure + 1)))
cores=$(nproc)
workers=$(((cores + 1) / 2))

cat >"$root/nginx.conf" <<CONF
load_module $echo_module;
daemon off;
worker_processes $workers;
worker_rlimit_nofile 8192;
pid $root/nginx.pid;
error_log $root/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $root/body;
  proxy_temp_path $root/proxy;
  fastcgi_temp_path $root/fastcgi;
  uwsgi_temp_path $root/uwsgi;
  scgi_temp_path $root/scgi;
  types { application/json json; text/event-stream txt; }
  sendfile on;
  tcp_nodelay on;
  open_file_cache max=100;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  server {
    listen 127.0.0.1:$plain reuseport;
    listen 127.0.0.1:$secure ssl reuseport;
    listen 127.0.0.1:$http2 ssl http2 reuseport;
    ssl_certificate $root/certificate.pem;
    ssl_certificate_key $root/key.pem;
    location /plain/ { alias $root/www/; }
    location /gzip/ { alias $root/www/; gzip_static on; }
    location /events/ { alias $root/www/; }
    # Reads the whole body before it responds with the length of the body.
    location /upload/ {
      client_max_body_size 16m;
      client_body_buffer_size 4m;
      default_type text/plain;
      echo_read_request_body;
      echo -n \$content_length;
    }
    location /slow/ { echo_sleep 0.05; echo_exec /slowly\$uri; }
    location /slowly/slow/ { internal; alias $root/www/; }
  }
}
CONF
nginx -e "$root/error.log" -p "$root" -c "$root/nginx.conf" &
nginx=$!
for _ in $(seq 100); do
  curl_status=0
  (exec 3<>"/dev/tcp/127.0.0.1/$http2") 2>/dev/null || curl_status=$?
  [ "$curl_status" -ne 0 ] || break
  kill -0 "$nginx" 2>/dev/null || { cat "$root/error.log" >&2; exit 1; }
  read -rt 0.1 <> <(:) || true
done

command=run
if [ "${1:-}" = deadlines ]; then
  command=deadlines
  shift
fi
version_of() { sed -n "/\"$1\"/,/\"version\"/s/.*\"version\" : \"\(.*\)\".*/\1/p" Package.resolved | head -n 1; }
"$bin/Load" "$command" --plain "http://127.0.0.1:$plain" --secure "https://localhost:$secure" --http2 "https://localhost:$http2" \
  --authority "$root/certificate.pem" \
  --about "cores=$cores" --about "Swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)" \
  --about "AsyncHTTPClient=$(version_of async-http-client)" --about "libcurl=$("$bin/CurlLoad" version)" \
  --about "nginx=$(nginx -v 2>&1 | sed 's/^.*nginx.//'), $workers workers" "$@" &
load=$!
status=0
wait "$load" || status=$?
load=
exit "$status"
