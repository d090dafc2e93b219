import { Problem } from '../../lib/base/problem.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { OpenRequest } from '../../lib/wallet/port.ts'
import * as data from '../unit/models/fake-data.ts'
import * as fakeOrders from '../unit/models/fake-orders.ts'
import { never, problem } from './answers.ts'
import { orderScene } from './order-scene.ts'
import type { Scene } from './scene.ts'

const asleep = data.offers.map((offer) =>
  offer.connector === 'extension' ? { ...offer, state: 'waking' as const } : offer,
)
const inExtension = {
  connector: 'extension',
  id: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
  name: 'MetaMask',
  origin: 'abcdefghijklmnopabcdefghijklmnop',
  iconUrl: null,
} as const

const requesting =
  (purpose: 'approve' | 'sign', agoMs: number, wallet = data.account.wallet) =>
  (nowMs: number) =>
    ({
      wallet,
      state: purpose === 'approve' ? 'approve_requested' : 'sign_requested',
      statusCode: null,
      sourceTransactionHash: null,
      timeline: [{ step: 'confirmed', atMs: nowMs - agoMs }],
      transactions: [],
      walletRequest: {
        requestId: 'r1',
        purpose,
        requestedMs: nowMs - agoMs,
        accountNonce: 3,
        amountUnits: '100000000',
      },
    }) satisfies Partial<OrderView>

const once = { purpose: 'send', accountNonce: 3, amountUnits: '100000000' } as const

/** A transaction and an approval without an answer, and an earlier request that has none. */
const unansweredScenes: readonly Scene[] = [
  orderScene('unheard-send', (nowMs) => ({
    ...{ kind: 'native', state: 'unknown_outcome', statusCode: null, sourceTransactionHash: null },
    walletRequest: {
      ...once,
      requestId: 'r1',
      requestedMs: nowMs - 400_000,
      connectionLostMs: nowMs - 300_000,
    },
    problem: problem('walletSilent', { money: 'unknown' }),
  })),
  orderScene('unmined-approval', (nowMs) => ({
    ...{ state: 'approve_sent', statusCode: null, sourceTransactionHash: null },
    timeline: [{ step: 'confirmed', atMs: nowMs - 400_000 }],
    transactions: [
      {
        ...{ purpose: 'approve', hash: `0x${'a'.repeat(64)}`, chainId: 31337, state: 'sent' },
        ...{ accountNonce: 4, sentMs: nowMs - 390_000, minedMs: null, amountUnits: '100000000' },
      },
    ],
    walletRequest: { ...once, purpose: 'approve', requestId: 'r1', requestedMs: nowMs - 400_000 },
  })),
  orderScene('unheard-earlier', (nowMs) => ({ kind: 'native', lastUnansweredMs: nowMs - 400_000 }), {
    start: { areNoticesBlocked: true },
  }),
]

const openRequest = (method: OpenRequest['method'], agoMs: number): OpenRequest => ({
  requestId: 'r1',
  method,
  requestedMs: Date.now() - agoMs,
})

export const walletScenes: readonly Scene[] = [
  ...unansweredScenes,
  { name: 'wallets', start: { account: null }, act: ['primary'] },
  {
    name: 'wallets-waking',
    start: { account: null },
    act: ['primary'],
    answers: { wallets: () => asleep },
  },
  { name: 'wallets-looking', start: { account: null }, act: ['primary'], answers: { wallets: never } },
  {
    name: 'wallets-none',
    start: {
      account: null,
      chains: data.chains.map((chain) => ({ ...chain, isDepositEnabled: true })),
    },
    act: ['primary'],
    answers: { wallets: () => [] },
    isTimeOver: true,
  },
  ...(['extension', 'loopback', 'page'] as const).map((connector) => ({
    name: `wallet-connect-${connector}`,
    start: { account: null },
    act: ['primary', `wallet-${connector}`],
  })),
  {
    name: 'wallets-get',
    start: { account: null },
    act: ['primary'],
    answers: { wallets: () => [] },
    isTimeOver: true,
  },
  { name: 'wallets-more', start: { account: null }, act: ['primary', 'wallet-more'] },
  {
    name: 'wallet-elsewhere',
    start: { account: null },
    act: ['primary', 'wallet-tab'],
    answers: { wallets: () => data.tabOffers },
  },
  orderScene('waiting-approved', (nowMs) => ({
    ...requesting('approve', 9000)(nowMs),
    ...{ state: 'approve_sent', approvals: ['approve'], walletRequest: null },
  })),
  orderScene('waiting-sign', (nowMs) => {
    const request = requesting('sign', 3000)(nowMs)
    const timeline = [...request.timeline, { step: 'approved' as const, atMs: nowMs - 3000 }]
    return { ...request, approvals: ['approve'], timeline }
  }),
  orderScene('waiting-approve', requesting('approve', 5000)),
  orderScene('waiting-exact', (nowMs) => {
    const inputAmount = '1234567891234'
    const { walletRequest, ...request } = requesting('approve', 5000)(nowMs)
    const { reviewed } = fakeOrders.order(nowMs)
    return {
      ...request,
      reviewed: { ...reviewed, request: { ...reviewed.request, inputAmount } },
      walletRequest: { ...walletRequest, amountUnits: inputAmount },
    }
  }),
  orderScene('waiting-sign-long', requesting('sign', 80_000)),
  orderScene('waiting-hidden', requesting('approve', 9000, inExtension), {
    start: { openRequests: [openRequest('eth_sendTransaction', 9000)] },
  }),
  {
    name: 'wallets-several',
    start: { account: null },
    pushes: [{ kind: 'account', account: null, problem: new Problem('walletSeveral').data }],
    answers: {
      wallets: () =>
        ['Rabby', 'MetaMask'].map((name) => ({
          ...{ connector: 'page', id: `io.${name.toLowerCase()}`, name, origin: 'http://127.0.0.1:8788' },
          ...{ iconUrl: null, state: 'there', isLastUsed: false },
        })),
    },
  },
  {
    name: 'review-left',
    amountText: '100',
    act: ['primary'],
    laterPushes: [
      {
        kind: 'account',
        account: { ...data.account, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
        problem: null,
      },
    ],
  },
  orderScene('waiting-fronted', requesting('approve', 12_000), {
    start: { openRequests: [{ ...openRequest('eth_sendTransaction', 3000), isFronted: true }] },
  }),
  orderScene('waiting-checking', requesting('approve', 40_000, inExtension), {
    start: { openRequests: [{ ...openRequest(null, 1000), isChecking: true }] },
  }),
  orderScene('waiting-chain', requesting('approve', 3000, inExtension), {
    start: { openRequests: [openRequest('wallet_addEthereumChain', 2000)] },
  }),
  orderScene('waiting-waking', requesting('approve', 9000, inExtension), {
    pushes: [{ kind: 'waking', wallet: inExtension, requestId: 'r1', isWaking: true }],
  }),
  {
    name: 'home-account-offered',
    amountText: '100',
    start: {
      accountOffered: { ...data.account, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
    },
  },
  {
    name: 'review-unproven-account',
    amountText: '100',
    act: ['primary'],
    answers: {
      review: () => {
        const { quoteRequest, account } = data
        const quote = data.quoteFor({ ...quoteRequest, receiverAddress: account.address }, Date.now())
        return data.reviewFor(quote, Date.now(), {
          receiverIsSelf: false,
          receiverNamedBy: account.wallet,
        })
      },
    },
  },
  {
    name: 'review-chain',
    // The wallet is on another chain than the swap's origin.
    start: {
      account: {
        ...data.account,
        chainId: data.quoteRequest.destinationChainId,
        wallet: inExtension,
      },
    },
    amountText: '100',
    act: ['primary'],
    answers: {
      review: () =>
        data.reviewFor(data.quoteFor(data.quoteRequest, Date.now()), Date.now(), {
          account: { ...data.account, wallet: inExtension },
        }),
    },
  },
]
