"""Keeps a run of Schemathesis alive: nothing that it makes up may take away the access it runs with."""

import os

import schemathesis

KEPT = set(os.environ["QSC_FUZZ_KEPT_IDS"].split(","))
OTHER_ORGANIZATION = f"Bearer {os.environ['QSC_FUZZ_OTHER_KEY']}"
NO_ID = "unknown_1"


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.method.upper() in ("GET", "HEAD"):
        return
    # Its limits and its strict mode may become anything, so another organisation is changed.
    if case.operation.path == "/v1/organization":
        case.headers["Authorization"] = OTHER_ORGANIZATION
    for name, value in (case.path_parameters or {}).items():
        if value in KEPT:
            case.path_parameters[name] = NO_ID
