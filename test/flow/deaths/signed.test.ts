import { describe, test } from 'vitest'
import { lowerHex } from '../../../lib/base/hex.ts'
import { allow, sameChainAsk, signedAsk, usdtAsk } from '../../harness/actions.ts'
import { stranger, user } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

/** Makes the account a contract for which another key signs. */
function contractAccount(world: World): void {
  world.chain.owners.set(user, lowerHex(stranger.address))
  world.wallet.moods.push(...Array<'stranger'>(12).fill('stranger'))
}

/** Makes the account a delegated one: its own key signs, and its code checks the signature. */
function delegatedAccount(world: World): void {
  world.chain.owners.set(user, user)
  world.chain.delegated.add(user)
}

const variants: readonly Variant[] = [
  { name: 'permit of an EOA', ask: signedAsk },
  { name: 'permit of an EOA on the database', ask: signedAsk, onDisk: 4 },
  { name: 'permit of a contract (1271)', ask: signedAsk, prepare: contractAccount },
  { name: 'permit of a delegated account (7702)', ask: signedAsk, prepare: delegatedAccount },
  { name: 'USDT with an old allowance', ask: usdtAsk, prepare: (world) => allow(world, usdtAsk, 7n) },
  { name: 'same chain', ask: sameChainAsk, prepare: (world) => allow(world, sameChainAsk) },
  {
    name: 'a quote that dies during the approval',
    ask: signedAsk,
    prepare: (world) => {
      world.service.quoteLifeSeconds = 17
    },
  },
  {
    name: 'a POST whose answer is lost',
    ask: signedAsk,
    prepare: (world) => {
      allow(world, signedAsk)
      world.service.faults.submit.push(null, { code: 'serviceTimeout', after: true, delayMs: 20_000 })
    },
  },
  {
    name: 'expired before extraction',
    ask: signedAsk,
    prepare: (world) => {
      world.solver.fate = [5]
    },
  },
]

describe.each(variants)('$name', (variant) => {
  test('ends as the ledger shows wherever the background dies', () => dieEverywhere(variant))
})
