#!/usr/bin/env bash
# Makes every certificate of the test servers afresh, beside this file. Needs openssl; nothing else reads its keys.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f ./*.pem
century=36500

key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1.key.pem"; }

authority() {
  key "$1"
  openssl req -x509 -new -key "$1.key.pem" -days "$century" -subj "/CN=Refinery $1" -out "$1.pem" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
}

# name, authority, names it is for, what it may do, first and last day, common name
issue() {
  key "$1"
  openssl req -new -key "$1.key.pem" -subj "/CN=${7:-Refinery $1}" -out "$work/$1.csr"
  printf 'basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=%s\n' "$4" > "$work/$1.ext"
  if [ -n "$3" ]; then printf 'subjectAltName=%s\n' "$3" >> "$work/$1.ext"; fi
  mkdir -p "$work/$1.d" && : > "$work/$1.d/index" && openssl rand -hex 16 > "$work/$1.d/serial"
  cat > "$work/$1.cnf" <<CNF
[ca]
default_ca = here
[here]
database = $work/$1.d/index
serial = $work/$1.d/serial
new_certs_dir = $work/$1.d
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
CNF
  openssl ca -batch -notext -config "$work/$1.cnf" -in "$work/$1.csr" -out "$1.pem" -cert "$2.pem" -keyfile "$2.key.pem" \
    -extfile "$work/$1.ext" -startdate "$5" -enddate "$6" 2> /dev/null
}

first=$(date -u -d yesterday +%Y%m%d000000Z)
last=$(date -u -d "+$century days" +%Y%m%d000000Z)
here=DNS:localhost,IP:127.0.0.1,IP:::1

authority authority
authority stranger
issue server authority "$here" serverAuth "$first" "$last"
issue expired authority "$here" serverAuth 20200101000000Z 20200102000000Z
issue elsewhere authority DNS:elsewhere.invalid serverAuth "$first" "$last"
issue unknown stranger "$here" serverAuth "$first" "$last"
issue nameless authority "" serverAuth "$first" "$last" localhost
# Its e-mail address looks like a DNS name where names are printed as text.
issue mailbox authority $'@mailbox\n[mailbox]\nemail=a@b.c, DNS:localhost' serverAuth "$first" "$last" localhost
issue everyhost authority "DNS:*" serverAuth "$first" "$last"
issue client authority "" clientAuth "$first" "$last"
issue intruder stranger "" clientAuth "$first" "$last"
# Nobody needs to sign by them again: a fresh run makes them all.
rm -f authority.key.pem stranger.key.pem
