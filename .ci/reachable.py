"""Reads govulncheck's stream of JSON values and lists the vulnerabilities whose code we call.

Exits with 1 if one of them is in a module other than the standard library.
"""

import json
import sys


def messages(text):
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        message, at = decoder.raw_decode(text, at)
        yield message


def reachable(text):
    """Gives each vulnerability of each module once, as (identifier, module, version, fixed in)."""
    found = {}
    for message in messages(text):
        finding = message.get("finding")
        if finding and "function" in finding["trace"][0]:  # a call, not only an import
            place = finding["trace"][0]
            key = finding["osv"], place["module"]
            found[key] = (place.get("version", "?"), finding.get("fixed_version", "no version yet"))
    return [(osv, module, *versions) for (osv, module), versions in sorted(found.items())]


def main():
    text = sys.stdin.read()
    if '"config"' not in text:
        sys.exit("the checker said nothing")
    found = reachable(text)
    for osv, module, version, fixed in found:
        print(f"{osv}: {module} {version}, fixed in {fixed}")
    chosen = [f for f in found if f[1] != "stdlib"]
    print(f"{len(found) - len(chosen)} reachable in the standard library, {len(chosen)} in other modules")
    sys.exit(1 if chosen else 0)


main()
