"""Writes preference/_verbs.py: the types of answers and a function for each question, from their schemas.

Usage: pref schema | python generate.py > preference/_verbs.py
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from itertools import chain, count
from typing import Any

# The field that makes an answer a list: what it is alone, and what it is for several.
SEVERAL = {
    "solve": ("deal", "str", "list[str] | tuple[str, ...]"),
    "talon": ("declarer", "Seat", "Literal['all'] | None"),
    "cards": ("at", "None", "int | Sequence[int]"),
    "line": ("at", "None", "int | Sequence[int]"),
    "advise": ("at", "None", "int | Sequence[int]"),
    "deal": ("count", "None", "int"),
    "puzzle": ("count", "None", "int"),
}
# What is about the program is no function of the package.
PROGRAM = {"rules", "version", "ready", "cancel"}

# Objects that several answers have, by their keys.
SHARED = {
    "error high low mean": "Estimate",
    "D F M R pot": "Gains",
    "F M R": "Tricks",
    "made tricks": "Outcome",
    "contract gain made tricks": "ContractOutcome",
    "best gains seat": "Decision",
    "best decided done gain_lost seat tricks_lost": "Step",
}

# The bodies of the classes of answers, by name.
classes: dict[str, str] = {}
# The name of a class that stands for what a field of a question may be.
FIELD = "Field"


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(repr(value) for value in values)}]"


def kind(schema: dict[str, Any], name: str) -> str:
    """The type of what a schema allows; objects become classes of this name."""
    if "const" in schema:
        return literal([schema["const"]])
    if "enum" in schema:
        return literal(schema["enum"])
    for key in ("oneOf", "anyOf"):
        if key in schema:
            kinds = [kind(one, f"{name}{n or ''}") for n, one in enumerate(schema[key])]
            return " | ".join(dict.fromkeys(kinds))
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(dict.fromkeys(simple(one, schema, name) for one in types))


def simple(type_: str, schema: dict[str, Any], name: str) -> str:
    if type_ == "array":
        return f"list[{kind(schema['items'], name + 'Item') if 'items' in schema else 'Any'}]"
    if type_ == "object":
        if "properties" in schema:
            return typed_dict(name, schema)
        other = schema.get("additionalProperties")
        return f"dict[str, {kind(other, name + 'Value') if isinstance(other, dict) else 'Any'}]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[type_]


def typed_dict(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", []))
    body = ""
    for key, value in schema["properties"].items():
        of = kind(value, name + camel(key))
        body += f"    {key}: {of if key in required else f'NotRequired[{of}]'}\n"
    shared = SHARED.get(" ".join(sorted(schema["properties"])), name)
    if name != FIELD and classes.get(shared, body) == body:
        name = shared
    names = chain([name], (f"{name}{number}" for number in count(2)))
    unique = next(one for one in names if classes.get(one, body) == body)
    classes[unique] = body
    return unique


def argument(schema: dict[str, Any]) -> str:
    """The type of a field of a question; None leaves it out."""
    text = kind(schema, FIELD).replace("list[", "Sequence[").replace(FIELD, "Mapping[str, int]")
    if any(name.startswith(FIELD) and name != FIELD for name in classes):
        # Objects within an object.
        text = text.replace("Mapping[str, int]", "Mapping[str, Any]")
    for name in [name for name in classes if name.startswith(FIELD)]:
        classes.pop(name)
    kinds = ["Mapping[str, int]" if "Mapping[str, int]" in one else one for one in text.split(" | ")]
    kinds = ["Mapping[str, Any]" if one == "dict[str, Any]" else one for one in kinds]
    return " | ".join(dict.fromkeys([*kinds, "None"]))


def parameter(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def function(ask: str, question: dict[str, Any], answer: str) -> str:
    fields = {name: field for name, field in question["properties"].items() if name not in ("ask", "id")}
    # The everyday ones stand first.
    if "time_limit" in fields:
        fields["time_limit"] = fields.pop("time_limit")
    first = "deal" if "deal" in fields else None
    types = {name: argument(field) for name, field in fields.items()}
    if "rules" in types:
        types["rules"] = f"Rules | {types['rules']}"
    needs_deal = first is not None and ask != "auction"
    if needs_deal:
        types["deal"] = types["deal"].removesuffix(" | None")

    def signature(types: dict[str, str], result: str, given: str | None) -> str:
        lines = []
        if needs_deal:
            lines.append(f"    deal: {types['deal']},\n")
        lines.append("    *,\n")
        for name, type_ in types.items():
            if name == "deal" and needs_deal:
                continue
            default = "" if name == given else " = None" if given is None or "None" in type_ else ""
            lines.append(f"    {parameter(name)}: {type_}{default},\n")
        return f"def {parameter(ask)}(\n{''.join(lines)}) -> {result}:"

    passed = ", ".join(f'"{name}": {parameter(name)}' for name in fields)
    title = question["description"]
    doc = [f'    """{title if title.endswith("?") else title + "."}', ""]
    doc += [f"    {parameter(name)}: {field['description']}" for name, field in fields.items()]
    doc += ["", "    Raises QuestionError if it cannot be answered.", '    """']
    out = ""
    several = "False"
    result = answer
    if ask in SEVERAL:
        field, alone, many = SEVERAL[ask]
        one = {**types, field: alone}
        other = {**types, field: many}
        if ask == "talon":
            one["deal"] = "str"
            several = 'declarer in (None, "all") or not isinstance(deal, str)'
        elif field == "deal":
            several = "not isinstance(deal, str)"
        else:
            several = f"{parameter(field)} is not None"
        out += f"@overload\n{signature(one, answer, field if ask == 'talon' else None)} ...\n"
        lists = "None" not in many and field != "deal"
        out += f"@overload\n{signature(other, f'list[{answer}]', field if lists else None)} ...\n"
        result = f"{answer} | list[{answer}]"
        types[field] = f"{many} | {alone}" if field != "declarer" else "Seat | Literal['all'] | None"
    out += signature(types, result, None) + "\n" + "\n".join(doc) + "\n"
    out += f'    answer: {result} = verb("{ask}", {{{passed}}}, several={several})\n    return answer\n'
    return out


def main() -> None:
    schemas = json.load(sys.stdin)
    functions, names = [], []
    for ask, schema in schemas.items():
        if ask in PROGRAM:
            continue
        forms = [
            form for form in schema["answer"]["anyOf"] if not {"answers", "error"} & set(form["properties"])
        ]
        name = f"{camel(ask)}Answer"
        answers = [typed_dict(name if n == 0 else f"Unknown{name}", form) for n, form in enumerate(forms)]
        functions.append(function(ask, schema["question"], " | ".join(answers)))
        names += [ask, *answers]
    print('"""The types of answers, and a function for each question. Written by generate.py."""\n')
    print("from __future__ import annotations\n")
    print("from collections.abc import Mapping, Sequence")
    print("from typing import Any, Literal, NotRequired, TypedDict, overload\n")
    print("from preference._ask import verb")
    print("from preference._given import Rules\n")
    names += ["Seat", *(name for name in SHARED.values() if name in classes)]
    print(f"__all__ = {json.dumps(sorted(names), indent=4)}\n")
    print('Seat = Literal["F", "M", "R"]\n\n')
    print("\n\n".join(f"class {name}(TypedDict):\n{body}" for name, body in classes.items()))
    print("\n\n" + "\n\n".join(functions), end="")


main()
