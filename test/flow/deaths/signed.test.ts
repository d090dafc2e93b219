import { describe, test } from 'vitest'
import { lowerHex } from '../../../lib/base/hex.ts'
import { sameChainRequest, signedRequest, usdtRequest } from '../../harness/actions.ts'
import { stranger, user } from '../../harness/chains.ts'
import type { World } from '../../harness/world.ts'
import { dieEverywhere, type Variant } from './die-at-each-edge.ts'

/** Makes the account a contract for which another key signs. */
function makeContractAccount(world: World): void {
  world.chain.owners.set(user, lowerHex(stranger.address))
  world.wallet.behaviours.push(...Array<'stranger'>(12).fill('stranger'))
}

/** Makes the account a delegated one: its own key signs, and its code checks the signature. */
function makeDelegatedAccount(world: World): void {
  world.chain.owners.set(user, user)
  world.chain.delegated.add(user)
}

const variants: readonly Variant[] = [
  { name: 'permit of an EOA', request: signedRequest },
  { name: 'permit of an EOA on the database', request: signedRequest, onDisk: 4 },
  { name: 'permit of a contract (1271)', request: signedRequest, prepare: makeContractAccount },
  { name: 'permit of a delegated account (7702)', request: signedRequest, prepare: makeDelegatedAccount },
  {
    name: 'USDT with an old allowance',
    request: usdtRequest,
    prepare: (world) => world.allowPermit2(usdtRequest, 7n),
  },
  {
    name: 'same chain',
    request: sameChainRequest,
    prepare: (world) => world.allowPermit2(sameChainRequest),
  },
  {
    name: 'a quote that dies during the approval',
    request: signedRequest,
    prepare: (world) => {
      world.service.quoteLifeSeconds = 17
    },
  },
  {
    name: 'a POST whose answer is lost',
    request: signedRequest,
    prepare: (world) => {
      world.allowPermit2(signedRequest)
      world.service.faults.submit.push(null, { code: 'serviceTimeout', after: true, delayMs: 20_000 })
    },
  },
  {
    name: 'expired before extraction',
    request: signedRequest,
    prepare: (world) => {
      world.solver.fate = [5]
    },
  },
]

describe.each(variants)('$name', (variant) => {
  test('ends as the ledger shows wherever the background dies', () => dieEverywhere(variant))
})
