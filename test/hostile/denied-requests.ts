import { nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { minuteMs, secondMs } from '../../lib/base/time.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { WalletAnswer, WalletRequest } from '../../lib/wallet/port.ts'
import {
  createFundedWorld,
  inboxRequest,
  sameChainRequest,
  signedRequest,
  usdtRequest,
} from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import {
  cancelOrder,
  createLeftAllowance,
  createOverdueOrder,
  revokeAllowance,
  withdrawOrder,
} from '../harness/exits.ts'
import { heldInput } from '../harness/held-input.ts'
import { postSignature } from '../harness/wallet-calls.ts'
import type { World } from '../harness/world.ts'
import { accountService, wallet as pageWallet } from '../unit/wallet/account-world.ts'
import { claimHarms, claimWord } from './judge-claims.ts'
import { requestWord } from './judge-wallet.ts'
import { kinds, type Swap } from './kinds.ts'
import type { OtherLie } from './lie.ts'
import { isLive } from './person.ts'

/** False answers of a page for a request that it carries out. */
const denials: readonly (readonly [string, (request: WalletRequest) => WalletAnswer])[] = [
  ['that the person rejected it', fails(4001, 'User rejected the request.')],
  ['that it failed inside', fails(-32603, 'Internal JSON-RPC error.')],
  ['that the site is not connected', fails(4100, 'The requested account has not been authorized.')],
  ['that it does not know the method', fails(4200, 'Unsupported method.')],
  ['that calls as one are not supported', fails(5760, 'Atomicity not supported')],
  ['that another request is open', fails(-32002, 'Request already pending.')],
  ['words without a code', fails(null, 'no')],
  ['that nobody knows what became of it', ({ requestId }) => ({ requestId, kind: 'lost' })],
]

function fails(code: number | null, message: string) {
  return ({ requestId }: WalletRequest): WalletAnswer => ({
    requestId,
    kind: 'failure',
    failure: { code, message },
  })
}

/** The wallet carries out the requests that `isMeant` selects, and answers something else. */
function denyRequests(
  world: World,
  isMeant: (request: WalletRequest) => boolean,
  said: (typeof denials)[number][1],
): void {
  const { wallet, clock } = world
  const { handleRequest } = wallet
  wallet.handleRequest = async (request) => {
    if (!isMeant(request)) return handleRequest(request)
    if (wallet.prompts.some(({ requestId }) => requestId === request.requestId)) return
    wallet.behaviours.unshift('deaf')
    await handleRequest(request)
    if (request.method === 'eth_signTypedData_v4') {
      const [order] = await world.orders.listOpen()
      if (order === undefined) throw new Error('no order')
      await postSignature(world, request, order)
    }
    clock.after(secondMs, () => void world.run.applyAnswer(said(request)))
  }
}

const isApproval = ({ params }: WalletRequest) => JSON.stringify(params).includes('"0x095ea7b3')
const isSend = (request: WalletRequest) => request.method === 'eth_sendTransaction' && !isApproval(request)
const isOf = (method: WalletRequest['method']) => (request: WalletRequest) => request.method === method

function readBalances(world: World, quoteRequest: QuoteRequest) {
  const { ledger } = world.chain
  const { destinationChainId, outputToken } = quoteRequest
  return {
    inUnits: heldInput(ledger, quoteRequest, user),
    outUnits: ledger.balance(destinationChainId, outputToken, user),
  }
}

function harmsOf(world: World, order: Order, request: QuoteRequest, before: ReturnType<typeof readBalances>) {
  const now = readBalances(world, request)
  const lostUnits = before.inUnits - now.inUnits
  const input = BigInt(request.inputAmount)
  return [
    ...claimHarms(order, {
      gotUnits: now.outUnits - before.outUnits,
      lostUnits,
      isLive: isLive(world, request),
    }),
    ...(2n * lostUnits >= 3n * input ? ['paid more than once'] : []),
  ]
}

type IsMeant = (request: WalletRequest) => boolean

/** Runs before the swap begins. */
type Prepare = (world: World) => void

const allowed =
  (request: QuoteRequest, units = 10n ** 30n): Prepare =>
  (world) =>
    world.allowPermit2(request, units)
const batching: Prepare = (world) => {
  world.wallet.atomic = 'supported'
}

const isSignature = isOf('eth_signTypedData_v4')
const isBatch = isOf('wallet_sendCalls')

const swaps: readonly (readonly [string, Swap, IsMeant, Prepare?])[] = [
  ['signs', kinds.signed, isSignature, allowed(signedRequest)],
  ['signs on one chain', { request: sameChainRequest }, isSignature, allowed(sameChainRequest)],
  ['sends coins', kinds.native, isSend],
  ['sends a token to the inbox', kinds.inbox, isSend],
  ['sends a manual swap', kinds.manual, isSend],
  ['pays a deposit', { ...kinds.deposit, choice: { routeKey: 'deposit', pay: 'wallet' } }, isSend],
  ['approves for a signature', kinds.signed, isApproval],
  ['approves for a manual swap', kinds.manual, isApproval],
  ['takes back an approval first', { request: usdtRequest }, isApproval, allowed(usdtRequest, 1n)],
  ['sends calls as one', kinds.manual, isBatch, batching],
  ['sends calls to the inbox as one', kinds.inbox, isBatch, batching],
]

/** The person retries three times. Each time the wallet carries out the request and denies it. */
function deniedSwap(
  [what, { request, choice }, isMeant, prepare]: (typeof swaps)[number],
  [word, said]: (typeof denials)[number],
): OtherLie {
  return {
    name: `wallet: ${what}, and says ${word}`,
    liar: 'wallet',
    async observe() {
      const world = await createFundedWorld(request)
      prepare?.(world)
      denyRequests(world, isMeant, said)
      const before = readBalances(world, request)
      const id = await world.startOrder(request, account, choice)
      const believed: string[] = []
      for (let times = 0; times < 3; times += 1) {
        await world.advanceTime(65 * secondMs)
        const { walletRequest, ...order } = await world.readOrder(id)
        believed.push(...harmsOf(world, { ...order, walletRequest } as Order, request, before))
        const requestId = walletRequest === null ? {} : { requestId: walletRequest.requestId }
        await world.run.dispatch(id, { kind: 'retry', ...requestId })
      }
      await world.advanceTime(30 * minuteMs)
      const order = await world.readOrder(id)
      believed.push(...harmsOf(world, order, request, before), ...missingPrompts(world, isMeant))
      return observeOrder(world, order, believed)
    },
  }
}

/** A lie that was never made proves nothing. */
function missingPrompts(world: World, isMeant: IsMeant): readonly string[] {
  return world.wallet.prompts.some(isMeant) ? [] : ['the lie was never told']
}

function observeOrder(world: World, order: Order, believed: readonly string[]) {
  return {
    walletRequests: world.wallet.prompts.map(requestWord),
    reportedCodes: order.problem === null ? [] : [order.problem.code],
    claimed: claimWord(order),
    believed,
  }
}

/** Ferry finds it: the order ends as cancelled, and no signature is used. */
function deniedCancel([word, said]: (typeof denials)[number]): OtherLie {
  return {
    name: `wallet: cancels, and says ${word}`,
    liar: 'wallet',
    async observe() {
      const world = await createFundedWorld(signedRequest, { allowed: true, fate: [] })
      const before = readBalances(world, signedRequest)
      const id = await world.startOrder(signedRequest)
      await world.waitForState(id, 'pending')
      denyRequests(world, isSend, said)
      await cancelOrder(world, id)
      await world.advanceTime(2 * minuteMs)
      const order = await world.readOrder(id)
      const isFound = order.state === 'cancelled_unused'
      return observeOrder(world, order, [
        ...harmsOf(world, order, signedRequest, before),
        ...missingPrompts(world, isSend),
        ...(isFound ? [] : ['the cancellation is hidden']),
      ])
    },
  }
}

/** Ferry finds a withdrawal that the wallet sends and denies, and shows that the funds came back. */
function deniedWithdrawal([word, said]: (typeof denials)[number]): OtherLie {
  return {
    name: `wallet: withdraws, and says ${word}`,
    liar: 'wallet',
    async observe() {
      const { world, id } = await createOverdueOrder()
      denyRequests(world, isSend, said)
      await withdrawOrder(world, id)
      const before = readBalances(world, inboxRequest)
      await world.advanceTime(90 * minuteMs)
      const order = await world.readOrder(id)
      const isBack = readBalances(world, inboxRequest).inUnits - before.inUnits === 0n
      return observeOrder(world, order, [
        ...missingPrompts(world, isSend),
        ...(order.fundsSettled ? [] : [`the withdrawal is hidden${isBack ? '' : ' for now'}`]),
      ])
    },
  }
}

/** The wallet sends a revocation and denies it. Ferry shows the allowance that the chain shows. */
function deniedRevocation([word, said]: (typeof denials)[number]): OtherLie {
  return {
    name: `wallet: revokes, and says ${word}`,
    liar: 'wallet',
    async observe() {
      const { world, id } = await createLeftAllowance()
      await world.waitForState(id, 'abandoned_unsigned')
      denyRequests(world, isApproval, said)
      await revokeAllowance(world, id)
      await world.advanceTime(20 * minuteMs)
      const order = await world.readOrder(id)
      const left = world.chain.ledger.allowance(signedRequest.originChainId, signedRequest.inputToken, user)
      const reported = order.revoking?.leftUnits ?? null
      const isFalse = reported !== null && BigInt(reported) !== left
      return observeOrder(world, order, [
        ...missingPrompts(world, isApproval),
        ...(isFalse ? [`${reported} of ${left} is said to be left`] : []),
        ...(left === 0n ? [] : ['it was never done']),
      ])
    },
  }
}

/** Calls in one request that the wallet accepts under an id and carries out, but reports as failed. */
const failedCalls: readonly OtherLie[] = (
  [
    ['names no transaction', { hash: null, status: 500 }],
    ['names no transaction, as rejected', { hash: null, status: 400 }],
    ['names no transaction, as partly done', { hash: null, status: 600 }],
    ['names one that nobody knows', { hash: `0x${'77'.repeat(32)}`, status: 500 }],
    ['calls one that nobody knows done', { hash: `0x${'77'.repeat(32)}`, status: 200 }],
    ['says that they wait', { hash: null, status: 100 }],
    ['says a status of its own', { hash: null, status: 999 }],
    ['says nothing', null],
  ] as const
).flatMap(([what, said]) =>
  (
    [
      ['a manual swap', kinds.manual],
      ['a token to the inbox', kinds.inbox],
    ] as const
  ).map(
    ([kind, { request: quoteRequest, choice }]: readonly [string, Swap]): OtherLie => ({
      name: `wallet: carries out the calls of ${kind}, and afterwards ${what}`,
      liar: 'wallet',
      async observe() {
        const world = await createFundedWorld(quoteRequest)
        batching(world)
        const { read } = world.wallet
        world.wallet.read = async (requested) => {
          if (requested.method !== 'wallet_getCallsStatus') return read(requested)
          if (said === null) return null
          const receipts = said.hash === null ? [] : [{ transactionHash: said.hash, status: '0x1' }]
          return { version: '2.0.0', id: requested.params[0], atomic: true, status: said.status, receipts }
        }
        const before = readBalances(world, quoteRequest)
        const id = await world.startOrder(quoteRequest, account, choice)
        const believed: string[] = []
        for (let times = 0; times < 3; times += 1) {
          await world.advanceTime(4 * minuteMs)
          believed.push(...harmsOf(world, await world.readOrder(id), quoteRequest, before))
          await world.run.dispatch(id, { kind: 'retry' })
        }
        await world.advanceTime(30 * minuteMs)
        const order = await world.readOrder(id)
        believed.push(...harmsOf(world, order, quoteRequest, before))
        return observeOrder(world, order, [...believed, ...missingPrompts(world, isBatch)])
      },
    }),
  ),
)

type AccountWorld = ReturnType<typeof accountService>

/** A step without money. Ferry's own account and chain stay as they were. */
function deniedStep(
  what: string,
  step: (world: AccountWorld) => Promise<unknown>,
  [word, said]: (typeof denials)[number],
): OtherLie {
  return {
    name: `wallet: ${what}, and says ${word}`,
    liar: 'wallet',
    async observe() {
      const before = { address: user, chainId: 1, wallet: pageWallet }
      const world = accountService(before, [user])
      const outcome = step(world).then(
        (done) => done,
        (thrown: unknown) => (thrown instanceof Problem ? thrown.data.code : 'internal'),
      )
      for (let turns = 0; turns < 50 && world.requested.length === 0; turns += 1) await Promise.resolve()
      for (const request of world.requested) await world.service.applyAnswer(said(request))
      const reported = await outcome
      const now = await world.account.get()
      const isKept = now?.address === user && now.chainId === 1
      return {
        walletRequests: world.requested.map(({ method }) => method),
        reportedCodes: typeof reported === 'string' ? [reported] : [],
        claimed: isKept ? 'as before' : 'something else',
        believed: [
          ...(isKept ? [] : ['the account or its chain changed']),
          ...(reported === true || reported === 'internal' ? [`it is called done: ${reported}`] : []),
          ...(world.requested.length === 0 ? ['the lie was never told'] : []),
        ],
      }
    },
  }
}

const chain = { chainId: 31_338, add: { chainId: '0x7a6a' } }
const asset = { type: 'ERC20', options: { address: nativeAddress, symbol: 'X', decimals: 18 } }
const steps: readonly (readonly [string, (world: AccountWorld) => Promise<unknown>])[] = [
  ['connects', ({ service }) => service.connect({ connector: 'page', id: pageWallet.id })],
  ['switches its chain', ({ service }) => service.useChain(chain.chainId, null)],
  ['adds a chain and switches to it', ({ service }) => service.useChain(chain.chainId, chain.add)],
  ['adds a token', ({ service }) => service.addToken(asset as never, chain)],
]

export const deniedLies: readonly OtherLie[] = [
  ...denials.flatMap((denial) => [
    ...swaps.map((swap) => deniedSwap(swap, denial)),
    deniedCancel(denial),
    deniedWithdrawal(denial),
    deniedRevocation(denial),
    ...steps.map(([what, step]) => deniedStep(what, step, denial)),
  ]),
  ...failedCalls,
]
