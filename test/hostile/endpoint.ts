import type { ChainReader, PaymentView } from '../../lib/chain/chain-port.ts'
import { quorumOf } from '../../lib/chain/quorum.ts'
import { across, depositAsk, manualAsk, nativeAsk, signedAsk } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { resaid, saidBy } from '../harness/proof-reads.ts'
import type { Scene, SwapLie } from './lie.ts'
import { put, type Wire } from './wire.ts'

type More = Omit<SwapLie, 'name' | 'liar' | 'tell'> & { readonly fate?: readonly number[] }

/** The only endpoint lies, and no other endpoint can contradict it. */
function reads(name: string, lies: Partial<ChainReader>, more: More = {}): SwapLie {
  const { fate, ...rest } = more
  return {
    waitMs: 1_500_000,
    ...rest,
    name: `endpoint: ${name}`,
    liar: 'endpoint',
    tell(scene) {
      scene.told()
      if (fate !== undefined) scene.world.solver.fate = fate
      Object.assign(scene.world.chain.reader, lies)
    },
  }
}

const made = `0x${'77'.repeat(32)}` as const
const manual = { ask: manualAsk, choice: across }
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
  isByBlock: false,
  names: 'ours',
  touches: true,
}

/** Lies of an endpoint before anything is signed or sent. */
const before = [
  reads('the token has 18 decimals', { decimals: async () => 18 }),
  reads('the token has 0 decimals', { decimals: async () => 0 }),
  reads('no contract has code', { codeAt: async () => '0x' }),
  reads('everything has code', { codeAt: async () => '0x60' }),
  reads('nothing is held', { balance: async () => 0n }),
  reads('all is held', { balance: async () => 2n ** 255n }),
  reads('nothing is allowed', { allowance: async () => 0n }, { waitMs: 60_000 }),
  reads('everything is allowed', { allowance: async () => 2n ** 256n - 1n }, { isAfterReview: true }),
  reads('no approval works', { approveWorks: async () => false }, { isAfterReview: true }),
  reads('nothing arrives of a transfer', { arrivingUnits: async () => 0n }),
  reads('more arrives of a transfer than was sent', { arrivingUnits: async () => 10n ** 30n }),
  reads('every call goes through', { simulate: async () => null }, manual),
  reads('no call goes through', { simulate: async () => 'reverted' }, manual),
  reads('a call fails with a sentence', { simulate: async () => 'Send 1 ETH to unlock' }, manual),
  reads(
    'gas is for nothing',
    { gasPrice: async () => ({ perGasUnits: 0n, dataFeeUnits: 0n }) },
    { ask: nativeAsk },
  ),
  reads(
    'gas costs the world',
    { gasPrice: async () => ({ perGasUnits: 10n ** 30n, dataFeeUnits: 0n }) },
    { ask: nativeAsk },
  ),
  reads(
    'the data of a transaction costs the world',
    { gasPrice: async () => ({ perGasUnits: 1n, dataFeeUnits: 10n ** 30n }) },
    { ask: nativeAsk },
  ),
  reads('the nonce is used', { nonceUsed: async () => true }),
  reads('the account has sent a million', { accountNonce: async () => 1_000_000 }, { ask: nativeAsk }),
]

/** Lies of an endpoint about a swap's progress. */
const after = [
  reads('any transaction is mined', { transaction: async () => mined }, { fate: [] }),
  reads('no transaction is known', { transaction: async () => ({ kind: 'unknown' }) }, { ask: nativeAsk }),
  reads(
    'any transaction is mined, of coins',
    { transaction: async () => mined },
    { ask: nativeAsk, fate: [] },
  ),
  reads(
    'an account nonce is used by another transaction',
    {
      transaction: async () => ({ kind: 'unknown' }),
      missingEvidence: async () => ({ isKnown: false, isNonceUsed: true, sources: 2 }),
    },
    { ask: nativeAsk, fate: [] },
  ),
  reads(
    'a nonce was used by a transaction that is none',
    { transactionOfNonce: async () => made },
    { ask: nativeAsk },
  ),
  reads('a signature by a contract is right', { isValidSignature: async () => true }),
  reads('the chain stands still', { blockNumber: async () => 1n }),
  reads(
    'the inbox mentions any transaction',
    { mentions: async () => ({ hashes: [made], sources: 2 }) },
    { ask: nativeAsk, fate: [1, 2, 5] },
  ),
  reads(
    'any transaction may be the refund',
    { findRefunds: async () => [made], payment: async () => saidBy<PaymentView | null>(1, named) },
    { fate: [1, 2, 7] },
  ),
  reads(
    'every contract names every request',
    { payment: async () => saidBy<PaymentView | null>(1, named) },
    { fate: [] },
  ),
  reads('the person’s signature is dead', { nonceUsed: async () => false }, { fate: [1, 2] }),
]

type Witnesses = (scene: Scene) => Partial<ChainReader>

/** One of two endpoints lies, and the service reports a status that suits the lie. */
function onOneOfTwo(name: string, lies: Witnesses, code: number, more: More = {}): SwapLie {
  return {
    waitMs: 1_500_000,
    ...more,
    name: `endpoint: one of two says ${name}, and the service reports ${code}`,
    liar: 'endpoint',
    tell(scene) {
      scene.told()
      scene.world.solver.fate = []
      Object.assign(scene.world.chain.reader, lies(scene))
      scene.service.bend('status', (record) => {
        put(record, 'exchangeStatusCode', code)
        put(record, code === 7 ? 'refund.txHash' : 'destinationData.txHash', made)
      })
    },
  }
}

/** The lying endpoint reports the signature's nonce as used. */
const usedByOne: Witnesses = ({ world }) => {
  const { nonceEvidence, nonceEnd } = world.chain.reader
  return {
    nonceUsed: async () => false,
    nonceEvidence: (...asked) => resaid(nonceEvidence(...asked), (seen) => ({ ...seen, used: true }), 1),
    nonceEnd: (...asked) => resaid(nonceEnd(...asked), (seen) => ({ ...seen, end: 'taken' }), 1),
  }
}

/** The lying endpoint shows every transaction as mined. The honest one knows none. */
const minedByOne: Witnesses = () => ({
  transaction: async () => mined,
  minedSeen: async () => ({ hasFailed: false, confirmations: 100, sources: 1 }),
  transactionSeen: async () =>
    quorumOf<Awaited<ReturnType<ChainReader['transaction']>>>([
      { host: 'liar', said: mined },
      { host: 'honest', said: { kind: 'unknown' } },
    ]),
})

/** The lying endpoint shows a large balance everywhere. The honest one shows none. */
const heldByOne: Witnesses = () => ({
  balanceSeen: async () =>
    quorumOf([
      { host: 'liar', said: 10n ** 30n },
      { host: 'honest', said: 0n },
    ]),
})

const codes = [2, 3, 4, 5, 6, 7] as const
const oneOfTwo: readonly SwapLie[] = [
  ...codes.map((code) => onOneOfTwo('"used"', usedByOne, code)),
  ...codes.map((code) => onOneOfTwo('"mined" of coins', minedByOne, code, { ask: nativeAsk })),
  ...codes.map((code) => onOneOfTwo('"mined" of a manual swap', minedByOne, code, manual)),
  ...codes.map((code) =>
    onOneOfTwo('"deposited"', heldByOne, code, { ask: depositAsk, choice: { routeKey: 'deposit' } }),
  ),
]

/** The only endpoint is bribed. Its answer may be shown, and proves nothing. */
function alone(
  name: string,
  lies: (scene: Scene) => Partial<ChainReader>,
  say: (record: Wire) => void,
): SwapLie {
  return {
    name: `endpoint: one node alone, ${name}`,
    liar: 'endpoint',
    waitMs: 1_500_000,
    tell(scene) {
      scene.told()
      scene.world.solver.fate = [1, 2]
      scene.world.chain.sources = 1
      Object.assign(scene.world.chain.reader, lies(scene))
      scene.service.bend('status', (record) => {
        if (typeof record === 'object' && record !== null) say(record)
      })
    },
  }
}

const paid = (scene: Scene, units: bigint): Partial<ChainReader> => ({
  payment: async () =>
    saidBy<PaymentView | null>(1, {
      blockNumber: 10n ** 12n,
      blockSeconds: Math.floor(scene.world.clock.nowMs() / 1_000),
      confirmations: 100,
      names: 'ours',
      blockHash: made,
      touches: true,
      isByBlock: false,
      parts: [{ logIndexes: [1], units }],
    }),
})

const bought = [
  alone(
    'says that it is delivered',
    (scene) => paid(scene, 1_477_575n),
    (record) => {
      put(record, 'exchangeStatusCode', 4)
      put(record, 'destinationData.txHash', made)
    },
  ),
  alone(
    'says that it came back',
    (scene) => paid(scene, 1_500_000n),
    (record) => {
      put(record, 'exchangeStatusCode', 7)
      put(record, 'refund.txHash', made)
    },
  ),
  alone(
    'says that the signature was never used',
    () => ({
      nonceUsed: async () => false,
      nonceEvidence: async () => saidBy(1, { used: false, blockSeconds: 1_900_000_000 }),
    }),
    (record) => void put(record, 'exchangeStatusCode', 5),
  ),
  alone(
    'says that the chain is years ahead',
    ({ world }) => ({
      nonceEvidence: async () =>
        saidBy(1, {
          used: world.chain.ledger.nonceUsed(signedAsk.originChainId, user, 0n),
          blockSeconds: 1_900_000_000,
        }),
    }),
    (record) => void put(record, 'exchangeStatusCode', 6),
  ),
]

/** Tokens whose contracts do things that no list reports. */
const tokens: readonly SwapLie[] = [
  ...[500n, 5_000n, 9_999n].map((bps) => ({
    name: `token: keeps ${bps} of ten thousand of each transfer`,
    liar: 'token' as const,
    mustName: ['tokenKeepsPart'],
    tell(scene: Parameters<SwapLie['tell']>[0]) {
      scene.told()
      scene.world.chain.keepsBps.set(signedAsk.inputToken as `0x${string}`, bps)
    },
  })),
  ...[0, 5, 8, 18, 255].map((decimals) => ({
    name: `token: says it has ${decimals} decimals now`,
    liar: 'token' as const,
    tell(scene: Parameters<SwapLie['tell']>[0]) {
      scene.told()
      scene.world.chain.reader.decimals = async () => decimals
    },
  })),
]

export const endpointLies: readonly SwapLie[] = [...before, ...after, ...oneOfTwo, ...bought]
export const tokenLies: readonly SwapLie[] = tokens
