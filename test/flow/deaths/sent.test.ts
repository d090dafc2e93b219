import { describe, test } from 'vitest'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  sameChainRequest,
} from '../../harness/actions.ts'
import { user } from '../../harness/chains.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

const variants: readonly Variant[] = [
  { name: 'native', ask: nativeRequest },
  { name: 'native on the database', ask: nativeRequest, onDisk: 3 },
  {
    name: 'refunded native',
    ask: nativeRequest,
    prepare: (world) => {
      world.solver.fate = [1, 6, 7]
    },
  },
  { name: 'inbox', ask: inboxRequest },
  {
    name: 'inbox, approved and sent as one',
    ask: inboxRequest,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'manual, approved and sent as one',
    ask: manualRequest,
    choice: acrossRoute,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'inbox of a contract account whose call others carry',
    ask: inboxRequest,
    prepare: (world) => {
      world.chain.owners.set(user, user)
      world.wallet.behaviours.push(...Array<'relayed'>(12).fill('relayed'))
    },
  },
  { name: 'manual', ask: manualRequest, choice: acrossRoute },
  {
    name: 'manual on one chain',
    ask: { ...sameChainRequest, options: { enableManual: true } },
    choice: acrossRoute,
  },
  { name: 'deposit', ask: depositRequest, choice: { routeKey: 'deposit' } },
]

describe.each(variants)('$name', (variant) => {
  test('ends as the ledger shows wherever the background dies', () => dieEverywhere(variant))
})
