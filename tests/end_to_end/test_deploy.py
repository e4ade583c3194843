"""The examples for operators, run as far as this machine has the programs: proxies with TLS, a unit, a container."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.served import free_port, served
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PATIENCE = 30.0
NAME = "stolik.example"
pytestmark = pytest.mark.xdist_group("deploy")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with served(str(tmp_path_factory.mktemp("proxied") / "stolik.db")) as address:
        yield int(address.rpartition(":")[2])


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed: its example cannot be tried")
    return found


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, **env}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def trusting_anyone() -> ssl.SSLContext:
    """The certificate is the test's own."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def the_page_is_served_at(address: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"https://{address}/", context=trusting_anyone()) as answer:
                assert b"Stolik" in answer.read()
            break
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
    with connect(f"wss://{address}/api/ws", ssl=trusting_anyone(), origin=Origin(f"https://{address}")) as socket:
        assert socket.recv(timeout=PATIENCE)


def test_nginx_serves_the_page_and_its_websocket_over_tls(service: int, tmp_path: Path) -> None:
    nginx, openssl = program("nginx"), program("openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text()
    for ours, theirs in {
        "/etc/ssl/stolik/fullchain.pem": str(certificate),
        "/etc/ssl/stolik/privkey.pem": str(key),
        "127.0.0.1:8321": f"127.0.0.1:{service}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "$host;": "$http_host;",  # a port of the test's own belongs to the host's name
    }.items():
        assert ours in site
        site = site.replace(ours, theirs)
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    paths = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {paths}\n{site}\n}}\n"
    )
    subprocess.run([nginx, "-t", "-q", "-c", config], check=True, capture_output=True)
    with running([nginx, "-c", str(config)], {}):
        the_page_is_served_at(f"127.0.0.1:{port}")


def test_caddy_serves_the_page_and_its_websocket_over_tls(service: int, tmp_path: Path) -> None:
    caddy = program("caddy")
    address = f"localhost:{free_port()}"
    site = (DEPLOY / "Caddyfile").read_text()
    assert NAME in site
    site = site.replace(f"{NAME} {{", f"{address} {{\n\ttls internal").replace("127.0.0.1:8321", f"127.0.0.1:{service}")
    config = tmp_path / "Caddyfile"
    config.write_text(f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}}\n{site}")
    folders = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    with running([caddy, "run", "--config", str(config), "--adapter", "caddyfile"], folders):
        the_page_is_served_at(address)


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    systemd = program("systemd-analyze")
    unit = (DEPLOY / "stolik.service").read_text()
    command = "/opt/stolik/.venv/bin/stolik"
    assert command in unit
    copy = tmp_path / "stolik.service"
    copy.write_text(unit.replace(command, shutil.which("true") or "/bin/true"))
    told = subprocess.run([systemd, "verify", "--man=no", copy], capture_output=True, text=True, check=False)
    about_it = [line for line in told.stderr.splitlines() if "stolik.service" in line]
    assert (told.returncode, about_it) == (0, [])


def copied() -> set[str]:
    """What the container's build copies out of its folder."""
    dockerfile = (ROOT / "Dockerfile").read_text()
    return {
        name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE) for name in line.split()
    }


def test_the_container_copies_only_what_the_clone_has_and_the_build_is_sent() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied() == sent
    assert all((ROOT / name).exists() for name in copied())


def test_a_wheel_can_be_built_from_what_the_container_copies(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="the extra `dev` is not installed: pip install '.[dev]'")
    ignored = shutil.ignore_patterns("__pycache__", "*.nbc", "*.nbi", "pictures")
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
        else:
            shutil.copyfile(ROOT / name, tmp_path / name)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist")]
    done = subprocess.run(
        build, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "SETUPTOOLS_SCM_PRETEND_VERSION": "1.2.3"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "dist" / "stolik-1.2.3-py3-none-any.whl").is_file()
