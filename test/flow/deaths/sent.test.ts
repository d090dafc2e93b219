import { describe, test } from 'vitest'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainManualRequest,
} from '../../harness/actions.ts'
import { user } from '../../harness/chains.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

const variants: readonly Variant[] = [
  { name: 'native', request: nativeRequest },
  { name: 'native on the database', request: nativeRequest, onDisk: 3 },
  {
    name: 'refunded native',
    request: nativeRequest,
    prepare: (world) => {
      world.solver.fate = [1, 6, 7]
    },
  },
  { name: 'inbox', request: inboxRequest },
  {
    name: 'inbox, approved and sent as one',
    request: inboxRequest,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'manual, approved and sent as one',
    request: manualRequest,
    choice: acrossRoute,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'inbox of a contract account whose call others carry',
    request: inboxRequest,
    prepare: (world) => {
      world.chain.owners.set(user, user)
      world.wallet.behaviours.push(...Array<'relayed'>(12).fill('relayed'))
    },
  },
  { name: 'manual', request: manualRequest, choice: acrossRoute },
  {
    name: 'manual on one chain',
    request: sameChainManualRequest,
    choice: acrossRoute,
  },
  { name: 'deposit', request: depositRequest, choice: { routeKey: 'deposit' } },
]

describe.each(variants)('$name', (variant) => {
  test('ends as the ledger shows wherever the background dies', () => dieEverywhere(variant))
})
