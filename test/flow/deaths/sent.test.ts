import { describe, test } from 'vitest'
import { across, depositAsk, inboxAsk, manualAsk, nativeAsk, sameChainAsk } from '../../harness/actions.ts'
import { user } from '../../harness/chains.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

const variants: readonly Variant[] = [
  { name: 'native', ask: nativeAsk },
  { name: 'native on the database', ask: nativeAsk, onDisk: 3 },
  {
    name: 'refunded native',
    ask: nativeAsk,
    prepare: (world) => {
      world.solver.fate = [1, 6, 7]
    },
  },
  { name: 'inbox', ask: inboxAsk },
  {
    name: 'inbox, approved and sent as one',
    ask: inboxAsk,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'manual, approved and sent as one',
    ask: manualAsk,
    choice: across,
    prepare: (world) => {
      world.wallet.atomic = 'supported'
    },
  },
  {
    name: 'inbox of a contract account whose call others carry',
    ask: inboxAsk,
    prepare: (world) => {
      world.chain.owners.set(user, user)
      world.wallet.moods.push(...Array<'relayed'>(12).fill('relayed'))
    },
  },
  { name: 'manual', ask: manualAsk, choice: across },
  {
    name: 'manual on one chain',
    ask: { ...sameChainAsk, options: { enableManual: true } },
    choice: across,
  },
  { name: 'deposit', ask: depositAsk, choice: { routeKey: 'deposit' } },
]

describe.each(variants)('$name', (variant) => {
  test('ends as the ledger shows wherever the background dies', () => dieEverywhere(variant))
})
