import { expect, test } from 'vitest';
import { routes } from '../../src/http/api/routes.js';
import { workspaceApiRoutes } from '../../src/http/site/api.js';
import {
  type Actor,
  type Effect,
  isReviewRequired,
  personActor,
  refusalOf,
} from '../../src/operations/engine/access.js';
import {
  type BrandRecord,
  type Editing,
  editings,
  type PersonRecord,
  type Right,
  type Role,
  rights,
  roles,
} from '../../src/registry/records.js';
import { rightsOf } from '../../src/registry/rights.js';
import { portal, portalForEach } from '../support/portal-fixture.js';

portalForEach();

const operations = [...routes, ...workspaceApiRoutes].map(({ operation }) => operation);

/** Whether something may be done in the brand as it is, and in a proposal. */
type Places = readonly [live: boolean, proposed: boolean];
const [never, proposed, always] = [
  [false, false],
  [false, true],
  [true, true],
] as const satisfies readonly Places[];

/** A new role, right or effect without a row here does not compile. */
const ofRoles: Record<Role, Record<Effect, Places>> = {
  viewer: { read: always, write: never, review: never },
  editor: { read: always, write: always, review: always },
  admin: { read: always, write: always, review: always },
};
const ofEditing: Record<Editing, Record<Effect, Places>> = {
  approves: ofRoles.editor,
  publishes: ofRoles.editor,
  proposes: { read: always, write: proposed, review: always },
};
const ofRights: Record<Right, Record<Effect, Places>> = {
  read: { read: always, write: never, review: never },
  propose: { read: never, write: proposed, review: always },
  write: { read: never, write: always, review: always },
};

const person = (role: Role, editing?: Editing): Actor => {
  const roles = { acme: role };
  const record = { id: 'ada', name: 'Ada', roles, ...(editing && { editing: { acme: editing } }) };
  return personActor(record as unknown as PersonRecord, role, 'acme');
};
const key = (right: Right): Actor => ({ kind: 'key', id: 'key', name: 'Key', rights: [right] });

test.each([
  ...roles.map((role) => [role, person(role), ofRoles[role]] as const),
  ...editings.map((editing) => [`an editor who ${editing}`, person('editor', editing), ofEditing[editing]] as const),
  ...rights.map((right) => [`a key to ${right}`, key(right), ofRights[right]] as const),
])('%s may do what the table says, operation by operation', async (_, actor, table) => {
  const registered = (await portal.service.registered()).get('acme');
  if (registered === undefined) throw new Error('no brand');
  const modules = [...new Set(operations.flatMap(({ module }) => module ?? []))];
  const brand: BrandRecord = { ...registered, modules };
  for (const operation of operations.filter(({ role }) => role === undefined)) {
    const places = [false, true].map((isProposed) => refusalOf(operation, actor, brand, isProposed) === null);
    expect([operation.name, ...places]).toEqual([operation.name, ...table[operation.effect]]);
  }
});

test('what an editor may do counts for no other role', () => {
  for (const role of ['viewer', 'admin'] as const)
    for (const editing of editings) expect(person(role, editing)).toEqual(person(role));
});

test('who only proposes is asked to send what a proposal can hold, and is refused the rest', async () => {
  const brand = (await portal.service.registered()).get('acme');
  if (brand === undefined) throw new Error('no brand');
  for (const operation of operations.filter(({ effect, role }) => effect === 'write' && role === undefined)) {
    const refusal = refusalOf(operation, person('editor', 'proposes'), { ...brand, modules: [operation.module ?? ''] });
    const isAsked = refusal !== null && isReviewRequired(refusal);
    expect([operation.name, isAsked]).toEqual([operation.name, operation.isProposable !== false]);
  }
});

test('a review is asked for by what changes content, whoever has which right', async () => {
  const brand = (await portal.service.registered()).get('acme');
  if (brand === undefined) throw new Error('no brand');
  for (const operation of operations) {
    const refusal = refusalOf(operation, person('admin'), { ...brand, review: 'everyone' });
    const isAsked = refusal !== null && isReviewRequired(refusal);
    expect([operation.name, isAsked]).toEqual([
      operation.name,
      operation.effect === 'write' && operation.isProposable !== false,
    ]);
  }
});

test('each role may do all that a lower one may', () => {
  for (const [at, role] of roles.entries()) {
    for (const lower of roles.slice(0, at))
      expect(rightsOf(role)).toEqual(expect.arrayContaining([...rightsOf(lower)]));
  }
});
