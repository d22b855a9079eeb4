"""Writes preference/_verbs.py from schemas: types of questions and answers, and a function for each question.

Usage: pref schema | python generate.py > preference/_verbs.py
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

# Questions about the program itself, for which the package has no functions.
PROGRAM = {"rules", "version", "ready", "cancel"}

# Schemas of objects that are not answers to questions.
OUTPUTS = [Path(__file__).parents[1] / "docs/schema" / name for name in ("match.json", "stats.json")]

# Questions whose functions are written by hand, because they do more than ask.
HAND_WRITTEN = {"deal", "thumb"}

# Fields of a question's line that are not parameters of its function.
ENVELOPE = ("ask", "id", "progress")

# The deal of the examples.
HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"

# Names of groups of fields that several questions share, by the first field of each group.
GROUPS = {
    "rules": "CommonOptions",
    "hand": "LeadOptions",
    "trick": "PositionOptions",
    "pot": "PaymentOptions",
    "guest": "DecisionOptions",
}

# Type of several answers to one question.
LIST = '''AnswerType = TypeVar("AnswerType")

class AnswerList(TypedDict, Generic[AnswerType]):
    """Answers to a question with a list of deals or of points of the play, or with count."""

    answers: list[AnswerType]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]
'''

# Definitions of types by name, in their order.
types: dict[str, str] = {}


def resolve(schema: Any, definitions: dict[str, Any]) -> Any:
    """Replaces each reference in a schema by its definition; the key "own" has its description."""
    if isinstance(schema, list):
        return [resolve(one, definitions) for one in schema]
    if not isinstance(schema, dict):
        return schema
    references = [schema, *schema.get("allOf", [])]
    if path := next((one["$ref"] for one in references if "$ref" in one), None):
        definition = resolve(definitions[path.removeprefix("#/$defs/")], definitions)
        whole = {**definition, **schema, "own": definition.get("description")}
        return {key: value for key, value in whole.items() if key not in ("$ref", "allOf")}
    return {key: resolve(value, definitions) for key, value in schema.items() if key != "$defs"}


def load_schema(text: str) -> Any:
    """Parses a JSON Schema document; resolves its references."""
    document = json.loads(text)
    return resolve(document, document.get("$defs", {}))


def literal_type(values: list[Any]) -> str:
    words = [value for value in values if value is not None]
    text = "Seat" if words == ["F", "M", "R"] else f"Literal[{', '.join(map(json.dumps, words))}]"
    return text + " | None" * (None in values)


def type_of(schema: dict[str, Any], *, is_field: bool = False) -> str:
    """The Python type of a schema's values. Defines the type if the schema has a title."""
    if "const" in schema:
        constants = {None: "None", True: "Literal[True]"}
        return constants.get(schema["const"]) or literal_type([schema["const"]])
    if "enum" in schema:
        return named_type(schema, literal_type(schema["enum"]))
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(one, is_field=is_field) for one in schema[key]))
    several = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(dict.fromkeys(simple_type(one, schema, is_field) for one in several))


def simple_type(type_: str, schema: dict[str, Any], is_field: bool) -> str:
    if type_ == "array":
        item_schemas = [schema["items"]] if "items" in schema else schema.get("prefixItems", [])
        items = " | ".join(dict.fromkeys(type_of(one, is_field=is_field) for one in item_schemas)) or "object"
        return f"Sequence[{items}]" if is_field else f"list[{items}]"
    if type_ == "object":
        if is_field:
            values = {one.get("type") for one in schema.get("properties", {}).values()}
            return f"Mapping[str, {'int' if values == {'integer'} else 'object'}]"
        return typed_dict(schema) if "properties" in schema else "dict[str, Any]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[type_]


def named_type(schema: dict[str, Any], text: str) -> str:
    """Defines the type under the schema's title and returns that name; without a title returns the type."""
    name = schema.get("title")
    if not name or text.startswith("Seat"):
        return text
    null = " | None" if text.endswith(" | None") else ""
    define(name, f"{name} = {text.removesuffix(null)}")
    return name + null


def define(name: str, text: str) -> None:
    """Stores the definition of a type; of equal definitions the first that has a description is kept."""

    def without_description(text: str) -> str:
        return re.sub(r' {4}""".*?"""\n\n', "", text, flags=re.DOTALL)

    known = types.setdefault(name, text)
    if without_description(known) != without_description(text):
        raise ValueError(f"two types have the name {name}:\n{known}\n{text}")
    if without_description(known) == known:
        types[name] = text


def typed_dict(schema: dict[str, Any]) -> str:
    """Defines the type of an object, and returns its name."""
    name, required = schema["title"], schema.get("required", [])
    keys: dict[str, str] = {}
    for key, value in schema["properties"].items():
        # The description of a value belongs to the key, not to the type of the values, so it is left out.
        value_type = type_of({name: own for name, own in value.items() if name != "description"})
        keys[key] = value_type if key in required else f"NotRequired[{value_type}]"
    lines = [f"class {name}(TypedDict):"]
    about = schema["own"] if "own" in schema else schema.get("description")
    if about:
        text = textwrap.wrap(
            f'"""{about}."""', 105, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )
        lines.append("\n".join(text) + "\n")
    lines += [f"    {key}: {value_type}" for key, value_type in keys.items()]
    if any(map(keyword.iskeyword, keys)):
        pairs = ", ".join(f'"{key}": {value_type}' for key, value_type in keys.items())
        lines = [f'{name} = TypedDict("{name}", {{{pairs}}})', f'"""{about}."""']
    define(name, "\n".join(lines))
    return str(name)


def parameter(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def field_type(name: str, schema: dict[str, Any]) -> str:
    """The type of a field of a question; the value None leaves the field out."""
    own = {"rules": "Rules | ", "record": "FieldObject | ", "view": "FieldObject | "}.get(name, "")
    return own + " | ".join(dict.fromkeys([*type_of(schema, is_field=True).split(" | "), "None"]))


def description(schema: dict[str, Any]) -> str:
    """The description of a field or a key, and the allowed words unless the description has them."""
    several = [one["description"] for one in schema.get("anyOf", []) if "description" in one]
    text: str = schema.get("description") or "; or: ".join(several)
    others = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    words = schema.get("enum") or (others[0].get("enum", []) if len(others) == 1 else [])
    return text if all(word in text for word in words) else f"{text} ({' | '.join(words)})"


def describe_fields(fields: dict[str, Any]) -> list[str]:
    """Lines that describe fields, or keys of an answer, if they have a description."""
    lines = []
    for name, field in fields.items():
        if text := description(field):
            text = f"{parameter(name)}: {text}"
            lines += textwrap.wrap(
                text, 105, initial_indent="    ", subsequent_indent=" " * 8, break_on_hyphens=False
            )
    return lines


def groups_of(questions: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """The fields of each group by its name. The fields of a group occur in the same questions."""
    users: dict[str, list[str]] = {}
    for ask, fields in questions.items():
        for name, field in fields.items():
            users.setdefault(json.dumps([name, field]), []).append(ask)
    shared_fields: dict[str, list[str]] = {}
    for key, asks in users.items():
        shared_fields.setdefault(" ".join(asks), []).append(json.loads(key)[0])
    shared = (names for names in shared_fields.values() if len(names) > 1)
    return {GROUPS[names[0]]: names for names in shared if names[0] in GROUPS}


def signature_fields(ask: str, question: dict[str, Any], can_be_list: bool) -> list[str]:
    """The fields in signatures: the cards, and the fields on which a list of answers depends."""
    fields = question["properties"]
    names = ["deal", "record"] if "deal" in fields else []
    if not can_be_list:
        return [name for name in names if name in fields]
    names += ["at", "count", *(["declarer"] if ask == "talon" else [])]
    return [name for name in names if name in fields]


def options_class(name: str, bases: list[str], fields: dict[str, Any], title: str) -> str:
    """The source of a class of options, with a docstring that describes them."""
    head = [f"class {name}({', '.join(bases or ['TypedDict'])}, total=False):", f'    """{title}']
    described = ["", *describe_fields(fields), "    "] if fields else []
    body = [f"    {parameter(key)}: {field_type(key, field)}" for key, field in fields.items()]
    return (
        "\n".join([*head, *described]).rstrip(" ") + ('    """\n\n' if fields else '"""\n') + "\n".join(body)
    )


def define_options(
    ask: str, stem: str, fields: dict[str, Any], named: list[str], groups: dict[str, list[str]]
) -> list[str]:
    """Defines the types of a question, and of its options: the fields that are not named in signatures.

    Returns the names of the classes of options: first the class of the question, or an equal class that was
    defined earlier, then the classes that it shares with other questions.
    """
    used = [name for name, members in groups.items() if set(members) <= set(fields)]
    shared = {member for name in used for member in groups[name]}
    own = {name: field for name, field in fields.items() if name not in shared and name not in named}
    for name in used:
        members = {member: fields[member] for member in groups[name]}
        define(name, options_class(name, [], members, "Options of several questions."))
    text = options_class(f"{stem}Options", used, own, f"Options of {parameter(ask)}.")
    body = text.partition("\n\n")[2]
    first = next((name for name, other in types.items() if other.partition("\n\n")[2] == body), None)
    if first:
        text = f'class {stem}Options({first}):\n    """Options of {parameter(ask)}."""'
    define(f"{stem}Options", text)
    define_question(ask, stem, fields, named)
    return [first or f"{stem}Options", *used]


def forms_of(fields: dict[str, Any], named: list[str]) -> dict[str, dict[str, str]]:
    """The types of the named fields for each form of a question.

    The form "" has one answer, the forms that end with "List" a list of answers. The narrower form comes
    first.
    """
    own = {name: field_type(name, fields[name]) for name in named}
    match named:
        case ["deal", "declarer"]:
            deals = "str | Sequence[str | Deal]"
            return {
                "": {"deal": "str", "declarer": "Required[Seat]"},
                "List": {"deal": deals, "declarer": "Seat | Literal['all'] | None"},
            }
        case ["deal"] if own["deal"] != "str | None":
            return {"": {"deal": "str"}, "List": {"deal": "Required[Sequence[str | Deal]]"}}
        case ["deal", "record"]:
            record = f"Required[{own['record'].removesuffix(' | None')}]"
            return {"Record": {"record": record}, "": {"deal": own["deal"]}}
        case ["deal", "record", "at"]:
            several = f"Required[{own['at'].removesuffix(' | None')}]"
            record = f"Required[{own['record'].removesuffix(' | None')}]"
            return {
                "RecordList": {"record": record, "at": several},
                "Record": {"record": record},
                "List": {"deal": own["deal"], "at": several},
                "": {"deal": own["deal"]},
            }
        case [*_, ("at" | "count") as last]:
            several = f"Required[{own.pop(last).removesuffix(' | None')}]"
            return {"List": {**own, last: several}, "": own}
    return {"": own}


def answer_of_form(form: str, named: list[str], titles: list[str]) -> str:
    """The type of the answer to a form of a question, given the titles of all its answers."""
    if "record" in named and len(titles) > 1:
        titles = titles[1:] if form.startswith("Record") else titles[:1]
    answer = " | ".join(titles)
    return f"AnswerList[{answer}]" if form.endswith("List") else answer


def define_question(ask: str, stem: str, fields: dict[str, Any], named: list[str]) -> None:
    """Defines the types of a question, one for each of its forms."""
    for form, own in forms_of(fields, named).items():
        name = f"{stem}{form}Question"
        if any(parameter(field) != field for field in fields):
            others = {field: field_type(field, fields[field]) for field in fields if field not in named}
            pairs = ", ".join(f'"{field}": {type_}' for field, type_ in {**own, **others}.items())
            pairs = f'"ask": Required[Literal["{ask}"]], "id": str | float, {pairs}'
            define(name, f'{name} = TypedDict("{name}", {{{pairs}}}, total=False)')
        else:
            lines = [f"class {name}({stem}Options, total=False):"]
            lines += [f'    ask: Required[Literal["{ask}"]]', "    id: str | float"]
            define(name, "\n".join([*lines, *(f"    {field}: {type_}" for field, type_ in own.items())]))


# Functions that ask any question, by name: the parameters after the question, and the result type.
ASKING = {
    "ask": (", *, threads: int | None = None", "{}"),
    "engine_ask": ("", "{}"),
    "aask": ("", "Coroutine[Any, Any, {}]"),
    "submit": ("", "Future[{}]"),
}


def asking_protocols(answers: dict[str, str]) -> str:
    """The source of the protocols of the functions that ask any question.

    answers: the type of the answer for each type of question.
    """
    text = ""
    for name, (more, result) in ASKING.items():
        stem = "".join(map(str.capitalize, name.split("_")))
        text += f"\n\nclass _{stem}(Protocol):\n"
        pairs = [*answers.items(), ("Mapping[str, Any]", "dict[str, Any]")]
        for (question, answer), (_, next_answer) in zip(pairs, [*pairs[1:], ("", "")], strict=True):
            signature = f"    def __call__(self, question: {question}{more}) -> {result.format(answer)}: ..."
            overlaps = f"AnswerList[{answer}]" == next_answer or f"AnswerList[{next_answer}]" == answer
            text += f"    @overload\n{signature}{'  # type: ignore[overload-overlap]' * overlaps}\n"
        text += f"\ndef typed_{name}(function: Callable[..., Any]) -> _{stem}:\n"
        text += '    """Gives a function the type of the answer to each question."""\n    return function\n'
    return text


def example(exchange: dict[str, Any]) -> list[str]:
    """The lines of a docstring example: the call, and the part of the answer that is shown."""
    question, shown = dict(exchange["question"]["examples"][0]), exchange["x-example"]
    ask = question.pop("ask")
    arguments = [repr(question.pop("deal"))] if "deal" in question else []
    arguments += [f"{name}={value!r}" for name, value in question.items()]
    call = f"{parameter(ask)}({', '.join(arguments)})".replace(repr(HAND), "HAND").replace("'", '"')
    keys = [key if key.isdigit() else f'"{key}"' for key in shown["part"].split("/")[1:]]
    return [f">>> {call}{''.join(f'[{key}]' for key in keys)}", repr(shown["shows"])]


def function(
    ask: str, exchange: dict[str, Any], forms: list[dict[str, Any]], named: list[str], classes: list[str]
) -> str:
    """The source of the function that asks a question."""
    question = exchange["question"]
    fields = {name: field for name, field in question["properties"].items() if name not in ENVELOPE}
    stem, name = question["title"].removesuffix("Question"), parameter(ask)
    one = " | ".join(form["title"] for form in forms)
    several, when = f"list[{one}]", ""
    options = f"**options: Unpack[{stem}Options]"
    deal = "deal: DealInput, " if "deal" in fields else ""
    deals = "deal: DealInput | Sequence[DealInput], "
    overloads: list[tuple[str, str]] = []
    whole = deal + options
    match named:
        case ["deal", "declarer"]:
            whole = f"{deals}*, declarer: Seat | Literal['all'] | None = None, {options}"
            overloads = [(f"{deal}*, declarer: Seat, {options}", one), (whole, several)]
            when = " for a list of deals, and if no seat is named as declarer"
        case ["deal"] if field_type("deal", fields["deal"]) != "str | None":
            whole = deals + options
            overloads = [(deal + options, one), (deals.replace("DealInput | ", "", 1) + options, several)]
            when = " for a list of deals"
        case ["deal", "record"]:
            record = field_type("record", fields["record"])
            whole = f"deal: DealInput | None = None, *, record: {record} = None, {options}"
            overloads = [
                (f"{deal}*, record: None = None, {options}", one),
                (f"*, record: {record.removesuffix(' | None')}, {options}", one),
            ]
        case ["deal", "record", "at"]:
            one, action = (form["title"] for form in forms)
            several, some = f"list[{one}] | list[{action}]", field_type("at", fields["at"])
            record = field_type("record", fields["record"])
            whole = f"deal: DealInput | None = None, *, record: {record} = None, at: {some} = None, {options}"
            points = some.removesuffix(" | None")
            position = f"{deal}*, record: None = None, at:"
            due = f"*, record: {record.removesuffix(' | None')}, at:"
            overloads = [
                (f"{position} None = None, {options}", one),
                (f"{position} {points}, {options}", f"list[{one}]"),
                (f"{due} None = None, {options}", action),
                (f"{due} {points}, {options}", f"list[{action}]"),
            ]
            when = " if at is given"
        case [*_, ("at" | "count") as last]:
            some = field_type(last, fields[last])
            whole = f"{deal}*, {last}: {some} = None, {options}"
            more = f"{deal}*, {last}: {some.removesuffix(' | None')}, {options}"
            overloads = [(f"{deal}*, {last}: None = None, {options}", one), (more, several)]
            when = f" if {last} is given"
    out = ""
    for n, (parameters, result) in enumerate(overloads):
        overlaps = n == 0 and "deal: Sequence" in overloads[1][0] or "declarer: Seat," in parameters
        note = "  # type: ignore[overload-overlap]" * overlaps
        out += f"@overload\ndef {name}({parameters}) -> {result}: ...{note}\n"
    result = " | ".join(dict.fromkeys(result for _, result in overloads)) or one
    passed = "".join(f", {name}={name}" for name in named)
    doc = [f'"""{question["description"]}.', "", *example(exchange), "", "Args:"]
    doc += [*describe_fields({name: fields[name] for name in named}), "", "Returns:"]
    for form in forms:
        # Keys that repeat a field of the question are left out.
        own = {
            key: value for key, value in form["properties"].items() if key not in ("id", "partial", *fields)
        }
        is_list = when and form["title"] in several
        doc += textwrap.wrap(
            f"{form['title']}{f'; a list of them{when}' if is_list else ''}. {form['description']}:",
            100,
            initial_indent="    ",
            subsequent_indent="    ",
        )
        doc += [f"    {line}" for line in describe_fields(own)]
    doc += ['"""']
    out += f"@with_options({', '.join(classes)})\ndef {name}({whole}) -> {result}:\n"
    out += "".join(f"    {line}".rstrip() + "\n" for line in doc)
    return out + f'    answer: {result} = verb("{ask}", options{passed})\n    return answer\n'


def main() -> None:
    exchanges = load_schema(sys.stdin.read())["properties"].items()
    schemas = {
        ask: {**schema["properties"], "x-example": schema.get("x-example")}
        for ask, schema in exchanges
        if ask not in PROGRAM
    }
    questions: dict[str, dict[str, Any]] = {}
    for ask, schema in schemas.items():
        fields = schema["question"]["properties"]
        questions[ask] = {name: field for name, field in fields.items() if name not in ENVELOPE}
    groups = groups_of(questions)
    functions, names, answers = [], ["AnswerList", "DealInput", "Question", "Seat"], {}
    for ask, schema in schemas.items():
        question = schema["question"]
        answer = [form for one in schema["answer"]["anyOf"] for form in one.get("anyOf", [one])]
        forms = [form for form in answer if not {"answers", "error"} & set(form["properties"])]
        named = signature_fields(ask, question, len(answer) > len(forms) + 1)
        for form in forms:
            typed_dict(form)
        stem = question["title"].removesuffix("Question")
        classes = define_options(ask, stem, questions[ask], named, groups)
        if ask not in HAND_WRITTEN:
            functions.append(function(ask, schema, forms, named, classes))
            names.append(parameter(ask))
        titles = [form["title"] for form in forms]
        for form in forms_of(questions[ask], named):
            answers[f"{stem}{form}Question"] = answer_of_form(form, named, titles)
    for output in OUTPUTS:
        typed_dict(load_schema(output.read_text(encoding="utf-8")))
    names += types
    print('"""Types of questions and answers, and a function for each question. Written by generate.py."""\n')
    print("from __future__ import annotations\n")
    print("from collections.abc import Callable, Coroutine, Mapping, Sequence")
    print("from concurrent.futures import Future")
    print("from typing import Any, Generic, Literal, NotRequired, Protocol, Required, TypedDict, TypeVar")
    print("from typing import Unpack, overload\n")
    print("from preference._ask import verb, with_options")
    print("from preference._inputs import Deal, FieldObject, Rules\n")
    print("\n".join(textwrap.wrap(f"__all__ = {json.dumps(sorted(names))}", 105, subsequent_indent="    ")))
    print('\nSeat = Literal["F", "M", "R"]\n')
    print("# Text of a deal, or an answer with the key deal.\nDealInput = str | Mapping[str, object]\n")
    print("\n\n".join(types.values()))
    print(f"\nQuestion = {' | '.join(answers)}\n")
    print(LIST, end="")
    print(asking_protocols(answers), end="\n\n")
    print("\n\n".join(functions), end="")


main()
