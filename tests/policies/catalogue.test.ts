import { beforeAll, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../support/databases.ts'
import {
  callableFunctions,
  carelessFunctions,
  grantLines,
  partlyWritable,
  policyLines,
  publicTables,
  tablesWithoutRowLevelSecurity,
  unindexedForeignKeys,
  unnamedConstraints,
  viewsPastPolicies,
} from './catalogue.ts'
import { requiredPrivilege } from './operations.ts'
import { callable, permissions, policies, roles, writableColumns } from './permission-matrix.ts'
import type { Outcome, Role } from './permission-matrix.ts'

const VERBS = ['select', 'insert', 'update', 'delete']

/** Database roles, which do not distinguish clients and managers. */
const databaseRoles: Readonly<Record<Role, string>> = {
  anon: 'anon',
  newcomer: 'authenticated',
  client: 'authenticated',
  otherClient: 'authenticated',
  manager: 'authenticated',
  admin: 'authenticated',
  service: 'service_role',
}

/**
 * Grants outside the matrix. The view of reply times and the totals of REST read one more table each with the caller's rights;
 * Realtime, the simulated carrier, the mail queue, the leases, the lists of instances and problems, and readiness run as
 * service_role.
 */
const grantsOutsideTheMatrix = [
  'service_role select realtime.changes',
  'service_role delete realtime.changes',
  'service_role select migrations.journal',
  'authenticated select private.contact_counts',
  'service_role select private.contact_counts',
  'authenticated select private.erased_replies',
  'service_role select private.erased_replies',
  ...VERBS.map((verb) => `service_role ${verb} private.leases`),
  ...VERBS.map((verb) => `service_role ${verb} private.server_copies`),
  ...['select', 'insert', 'delete'].map((verb) => `service_role ${verb} private.server_problems`),
  ...VERBS.map((verb) => `service_role ${verb} private.simulated_texts`),
  ...VERBS.map((verb) => `service_role ${verb} private.notification_digests`),
  ...['select', 'insert'].map((verb) => `service_role ${verb} private.late_replies`),
  ...VERBS.map((verb) => `service_role ${verb} private.push_subscriptions`),
  ...VERBS.map((verb) => `service_role ${verb} private.calendar_feeds`),
  ...['select', 'insert', 'update'].map((verb) => `service_role ${verb} private.busy_sources`),
  'service_role delete private.lead_mail_refusals',
  'service_role insert private.lead_mail_refusals',
  'service_role select private.lead_mail_refusals',
  ...['select', 'insert', 'update'].map((verb) => `service_role ${verb} private.mailbox_positions`),
  ...['select', 'insert'].map((verb) => `service_role ${verb} private.mailbox_problems`),
  ...['select', 'insert', 'delete'].map((verb) => `service_role ${verb} private.unsent_files`),
  'service_role delete private.outgoing_mails',
  'service_role select private.outgoing_mails',
]

describeBothDatabases('the permission matrix and the database', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  function ask<T>(question: (tx: Transaction) => Promise<T>): Promise<T> {
    return database.transaction(question, { readOnly: true })
  }

  describe('the matrix', () => {
    test('the matrix covers every table of the database', async () => {
      expect(await ask(publicTables)).toEqual(tablesOfMatrix())
    })

    test('the matrix lists every policy of the database', async () => {
      expect(await ask(policyLines)).toEqual(keyed(policies))
    })

    test('the grants of the database are those the matrix needs', async () => {
      expect(await ask(grantLines)).toEqual([...grantsOfMatrix(), ...grantsOutsideTheMatrix].toSorted())
    })

    test('the matrix lists every partly writable table with its writable columns', async () => {
      const columns = Object.entries(writableColumns).map(([target, names]) => [target, names.join(', ')])
      expect(await ask(partlyWritable)).toEqual(keyed(Object.fromEntries(columns)))
    })

    test.each(['anon', 'authenticated'] as const)(
      'the matrix lists every function that %s may run',
      async (role) => {
        expect(await ask((tx) => callableFunctions(tx, role))).toEqual(callable[role].toSorted())
      },
    )
  })

  test.each([
    ['every table has row-level security', tablesWithoutRowLevelSecurity],
    ['no view reads past the policies', viewsPastPolicies],
    ['no function is part of the API, and none trusts the search path', carelessFunctions],
    ['every foreign key has an index', unindexedForeignKeys],
    ['every constraint is named for what it is', unnamedConstraints],
  ])('in the database, %s', async (_, exceptions) => {
    expect(await ask(exceptions)).toEqual([])
  })
})

test('the matrix covers every verb on every table for every role', () => {
  const tried = new Set(
    permissions.map(([operation]) => `${operation.table} ${requiredPrivilege(operation)}`),
  )
  const wanted = tablesOfMatrix().flatMap((table) => VERBS.map((verb) => `${table} ${verb}`))
  expect([...tried].toSorted()).toEqual(wanted.toSorted())
  for (const [, outcomes] of permissions) expect(outcomes).toHaveLength(roles.length)
})

function tablesOfMatrix(): string[] {
  return [...new Set(permissions.map(([operation]) => operation.table))].toSorted()
}

/** A role has a privilege if one of its cells has any outcome but "no grant". */
function grantsOfMatrix(): string[] {
  const grants = permissions.flatMap(([operation, outcomes]) =>
    roles
      .filter((_, index) => needsGrant(outcomes[index]))
      .map((role) => `${databaseRoles[role]} ${requiredPrivilege(operation)} ${operation.table}`),
  )
  return [...new Set(grants)]
}

/** PostgreSQL reports a computed column before it checks grants. */
function needsGrant(outcome: Outcome | undefined): boolean {
  return outcome !== 'denied' && outcome !== 'generated' && outcome !== 'unwritable'
}

function keyed(record: Readonly<Record<string, string>>): string[] {
  return Object.entries(record)
    .map(([key, value]) => `${key}: ${value}`)
    .toSorted()
}
