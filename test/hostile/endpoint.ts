import type { ChainReader } from '../../lib/chain/chain-reader.ts'
import type { PaymentView } from '../../lib/chain/chain-views.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import { nativeRequest, signedRequest } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { createQuorum, withChangedAnswer } from '../harness/proof-reads.ts'
import { reportEnd } from './answer-lie.ts'
import { kinds, type Swap } from './kinds.ts'
import type { Scene, SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

type More = Omit<SwapLie, 'name' | 'liar' | 'makeLie'> & { readonly fate?: readonly number[] }

/** The only endpoint lies, and no other endpoint can contradict it. */
function createReadLie(name: string, lies: Partial<ChainReader>, more: More = {}): SwapLie {
  const { fate, ...rest } = more
  return {
    waitMs: 1_500_000,
    ...rest,
    name: `endpoint: ${name}`,
    liar: 'endpoint',
    makeLie(scene) {
      scene.markLieMade()
      if (fate !== undefined) scene.world.solver.fate = fate
      Object.assign(scene.world.chain.reader, lies)
    },
  }
}

const made = `0x${'77'.repeat(32)}` as const
const mined: Awaited<ReturnType<ChainReader['transaction']>> = {
  kind: 'mined',
  succeeded: true,
  confirmations: 100,
  from: user,
  to: user,
  data: '0x',
  value: 0n,
  nonce: 0,
  blockSeconds: 1_800_000_100,
}

const named: PaymentView = {
  blockHash: made,
  blockNumber: 10n ** 9n,
  blockSeconds: 1_800_000_100,
  confirmations: 100,
  parts: [{ logIndexes: [0], units: 10n ** 16n }],
  isBalanceGrowth: false,
  names: 'ours',
  touches: true,
}

/** Lies of an endpoint before anything is signed or sent. */
const before = [
  createReadLie('the token has 18 decimals', { decimals: async () => 18 }),
  createReadLie('the token has 0 decimals', { decimals: async () => 0 }),
  createReadLie('no contract has code', { codeAt: async () => '0x' }),
  createReadLie('everything has code', { codeAt: async () => '0x60' }),
  createReadLie('nothing is held', { balance: async () => 0n }),
  createReadLie('all is held', { balance: async () => 2n ** 255n }),
  createReadLie('nothing is allowed', { allowance: async () => 0n }, { waitMs: 60_000 }),
  createReadLie('everything is allowed', { allowance: async () => 2n ** 256n - 1n }, { isAfterReview: true }),
  createReadLie('no approval works', { approveWorks: async () => false }, { isAfterReview: true }),
  createReadLie('nothing arrives of a transfer', { arrivingUnits: async () => 0n }),
  createReadLie('more arrives of a transfer than was sent', { arrivingUnits: async () => 10n ** 30n }),
  createReadLie('every call goes through', { simulate: async () => null }, kinds.manual),
  createReadLie('no call goes through', { simulate: async () => 'reverted' }, kinds.manual),
  createReadLie(
    'a call fails with a sentence',
    { simulate: async () => 'Send 1 ETH to unlock' },
    kinds.manual,
  ),
  createReadLie(
    'gas is for nothing',
    { gasPrice: async () => ({ perGasUnits: 0n, dataFeeUnits: 0n }) },
    { request: nativeRequest },
  ),
  createReadLie(
    'gas costs the world',
    { gasPrice: async () => ({ perGasUnits: 10n ** 30n, dataFeeUnits: 0n }) },
    { request: nativeRequest },
  ),
  createReadLie(
    'the data of a transaction costs the world',
    { gasPrice: async () => ({ perGasUnits: 1n, dataFeeUnits: 10n ** 30n }) },
    { request: nativeRequest },
  ),
  createReadLie('the nonce is used', { nonceUsed: async () => true }),
  createReadLie(
    'the account has sent a million',
    { accountNonce: async () => 1_000_000 },
    { request: nativeRequest },
  ),
]

/** Lies of an endpoint about a swap's progress. */
const after = [
  createReadLie('any transaction is mined', { transaction: async () => mined }, { fate: [] }),
  createReadLie(
    'no transaction is known',
    { transaction: async () => ({ kind: 'unknown' }) },
    { request: nativeRequest },
  ),
  createReadLie(
    'any transaction is mined, of coins',
    { transaction: async () => mined },
    { request: nativeRequest, fate: [] },
  ),
  createReadLie(
    'an account nonce is used by another transaction',
    {
      transaction: async () => ({ kind: 'unknown' }),
      isTransactionLost: async () => true,
    },
    { request: nativeRequest, fate: [] },
  ),
  createReadLie(
    'a nonce was used by a transaction that is none',
    { transactionOfNonce: async () => made },
    { request: nativeRequest },
  ),
  createReadLie('a signature by a contract is right', { isValidSignature: async () => true }),
  createReadLie('the chain stands still', { blockNumber: async () => 1n }),
  createReadLie(
    'the inbox mentions any transaction',
    { findTransactionsWithTopic: async () => ({ hashes: [made], final: [made], sources: 2 }) },
    { request: nativeRequest, fate: [1, 2, 5] },
  ),
  createReadLie(
    'any transaction may be the refund',
    { findRefunds: async () => [made], payment: async () => createQuorum<PaymentView | null>(1, named) },
    { fate: [1, 2, 7] },
  ),
  createReadLie(
    'every contract names every request',
    { payment: async () => createQuorum<PaymentView | null>(1, named) },
    { fate: [] },
  ),
  createReadLie('the person’s signature is dead', { nonceUsed: async () => false }, { fate: [1, 2] }),
]

type Witnesses = (scene: Scene) => Partial<ChainReader>

/** One of two endpoints lies, and the service reports a status that suits the lie. */
function createOneOfTwoLie(name: string, lies: Witnesses, code: number, swap?: Swap): SwapLie {
  return {
    ...swap,
    waitMs: 1_500_000,
    name: `endpoint: one of two says ${name}, and the service reports ${code}`,
    liar: 'endpoint',
    makeLie(scene) {
      scene.markLieMade()
      scene.world.solver.fate = []
      Object.assign(scene.world.chain.reader, lies(scene))
      reportEnd(scene, code, made)
    },
  }
}

const usedByOne: Witnesses = ({ world }) => {
  const { nonceEvidence, nonceEnd } = world.chain.reader
  return {
    nonceUsed: async () => false,
    nonceEvidence: (...requested) =>
      withChangedAnswer(nonceEvidence(...requested), (seen) => ({ ...seen, used: true }), 1),
    nonceEnd: (...requested) =>
      withChangedAnswer(nonceEnd(...requested), (seen) => ({ ...seen, end: 'taken' }), 1),
  }
}

/** The lying endpoint shows every transaction as mined. The honest one knows none. */
const minedByOne: Witnesses = () => ({
  transaction: async () => mined,
  transactionQuorum: async () =>
    quorumOf<Awaited<ReturnType<ChainReader['transaction']>>>([
      { host: 'liar', value: mined },
      { host: 'honest', value: { kind: 'unknown' } },
    ]),
})

/** The lying endpoint shows a large balance everywhere. The honest one shows none. */
const heldByOne: Witnesses = () => ({
  balanceQuorum: async () =>
    quorumOf([
      { host: 'liar', value: 10n ** 30n },
      { host: 'honest', value: 0n },
    ]),
})

const codes = [2, 3, 4, 5, 6, 7] as const
const oneOfTwo: readonly SwapLie[] = [
  ...codes.map((code) => createOneOfTwoLie('"used"', usedByOne, code)),
  ...codes.map((code) => createOneOfTwoLie('"mined" of coins', minedByOne, code, kinds.native)),
  ...codes.map((code) => createOneOfTwoLie('"mined" of a manual swap', minedByOne, code, kinds.manual)),
  ...codes.map((code) => createOneOfTwoLie('"deposited"', heldByOne, code, kinds.deposit)),
]

/** The only endpoint is bribed. Its answer may be shown, and proves nothing. */
function createSingleEndpointLie(
  name: string,
  lies: (scene: Scene) => Partial<ChainReader>,
  code: number,
): SwapLie {
  return {
    name: `endpoint: one node alone, ${name}`,
    liar: 'endpoint',
    waitMs: 1_500_000,
    makeLie(scene) {
      scene.markLieMade()
      scene.world.solver.fate = [1, 2]
      scene.world.chain.sources = 1
      Object.assign(scene.world.chain.reader, lies(scene))
      if (code === 4 || code === 7) reportEnd(scene, code, made)
      else scene.service.changeResult('status', (record) => writePath(record, 'exchangeStatusCode', code))
    },
  }
}

const paid = (scene: Scene, units: bigint): Partial<ChainReader> => ({
  payment: async () =>
    createQuorum<PaymentView | null>(1, {
      blockNumber: 10n ** 12n,
      blockSeconds: Math.floor(scene.world.clock.nowMs() / 1_000),
      confirmations: 100,
      names: 'ours',
      blockHash: made,
      touches: true,
      isBalanceGrowth: false,
      parts: [{ logIndexes: [1], units }],
    }),
})

const bought = [
  createSingleEndpointLie('says that it is delivered', (scene) => paid(scene, 1_477_575n), 4),
  createSingleEndpointLie('says that it came back', (scene) => paid(scene, 1_500_000n), 7),
  createSingleEndpointLie(
    'says that the signature was never used',
    () => ({
      nonceUsed: async () => false,
      nonceEvidence: async () => createQuorum(1, { used: false, blockSeconds: 1_900_000_000 }),
    }),
    5,
  ),
  createSingleEndpointLie(
    'says that the chain is years ahead',
    ({ world }) => ({
      nonceEvidence: async () =>
        createQuorum(1, {
          used: world.chain.ledger.nonceUsed(signedRequest.originChainId, user, 0n),
          blockSeconds: 1_900_000_000,
        }),
    }),
    6,
  ),
]

export const endpointLies: readonly SwapLie[] = [...before, ...after, ...oneOfTwo, ...bought]

/** Tokens whose contracts do things that no list reports. */
export const tokenLies: readonly SwapLie[] = [
  ...[500n, 5_000n, 9_999n].map(
    (bps): SwapLie => ({
      name: `token: keeps ${bps} of ten thousand of each transfer`,
      liar: 'token',
      mustName: ['tokenKeepsPart'],
      makeLie({ markLieMade, world }) {
        markLieMade()
        world.chain.transferFeeBps.set(signedRequest.inputToken as `0x${string}`, bps)
      },
    }),
  ),
  ...[0, 5, 8, 18, 255].map(
    (decimals): SwapLie => ({
      name: `token: says it has ${decimals} decimals now`,
      liar: 'token',
      makeLie({ markLieMade, world }) {
        markLieMade()
        world.chain.reader.decimals = async () => decimals
      },
    }),
  ),
]
