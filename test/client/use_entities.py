"""Creates, lists and patches an entity with the generated Python client, and prints what the answers said."""

import json
import os

from qsc_client import AuthenticatedClient
from qsc_client.api.entities import create_entity, list_entities, update_entity
from qsc_client.models import Attributes, EntityAnswer, EntityPage, EntityPatch, EntityType, Error, NewEntity

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])
name = os.environ["ENTITY_NAME"]


def data_of(answer, shape):
    assert isinstance(answer, shape), answer
    return answer.data


attributes = Attributes.from_dict({"country": "DE", "contact": {"name": "Jana Weber"}})
created_answer = create_entity.sync_detailed(
    client=client,
    body=NewEntity(type_=EntityType.SUPPLIER, name=name, attributes=attributes),
    idempotency_key=name.replace(" ", "-"),
)
created = data_of(created_answer.parsed, EntityAnswer)
page = list_entities.sync(client=client, name=name, per_page=5)
listed = data_of(page, EntityPage)
patch = EntityPatch(attributes=Attributes.from_dict({"country": None, "region": "EMEA"}))
patched_answer = update_entity.sync_detailed(
    created.id, client=client, body=patch, if_match=created_answer.headers["etag"]
)
patched = data_of(patched_answer.parsed, EntityAnswer)
again = update_entity.sync(created.id, client=client, body=patch, if_match=created_answer.headers["etag"])
assert isinstance(again, Error), again

print(
    json.dumps(
        {
            "created": created.version,
            "listed": [entity.id for entity in listed] == [created.id],
            "total": page.meta.total,
            "patched": patched.attributes.additional_properties,
            "changed": patched.updated_at >= created.created_at,
            "refused": again.error.code,
        }
    )
)
