import type { ChainAddressFormats } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { FlowPorts } from '../../lib/order/flow-ports.ts'
import type { Order } from '../../lib/order/order.ts'
import { createOrderEngine, type EnginePorts, type OrderEngine } from '../../lib/order/order-engine.ts'
import { orderView } from '../../lib/order/order-view.ts'
import type { Orders } from '../../lib/order/orders.ts'
import { createReviewPorts } from '../../lib/order/stored-reads.ts'
import { createQuoteService, type QuoteService } from '../../lib/quote/quote-messages.ts'
import { createApprovalGasReader } from '../../lib/review/approval-reads.ts'
import type { ReviewPorts } from '../../lib/review/review-ports.ts'
import type { ViewBroadcaster } from '../../lib/rpc/rpc-server.ts'
import type { ServiceCall } from '../../lib/service/service-call.ts'
import { createSubmitProbe } from '../../lib/service/submit-probe.ts'
import type { Holding, Token } from '../../lib/service/token.ts'
import type { ExpiringStore } from '../../lib/storage/items.ts'
import type { WalletRead } from '../../lib/wallet/port.ts'
import { deployment } from './chains.ts'
import type { FakeChain } from './fake-chain.ts'
import type { FakeService } from './fake-service.ts'
import type { FakeWallet } from './fake-wallet.ts'
import { createMortalPort, type Life, type Pulse } from './lifecycle.ts'
import type { ManualClock } from './manual-clock.ts'
import { namedLock } from './named-lock.ts'

/** Everything that outlives the background, and its effects on the outside. */
export interface Outside {
  readonly clock: ManualClock
  readonly chain: FakeChain
  readonly service: FakeService
  readonly wallet: FakeWallet
  readonly orders: Orders
  readonly expiringStore: ExpiringStore
  readonly pulse: Pulse
  /** Notices shown, with repetitions. */
  readonly notices: { readonly orderId: string; readonly kind: string }[]
  readonly commits: Order[]
  /** The account's holdings from the token list; null: they could not be read. */
  reportedHoldings: readonly Holding[] | null
  /** The gas reserve from the list of chains. */
  reserveUnits: bigint
  /** From the person's settings. */
  savedRecipients: readonly string[]
  addressFormats: ChainAddressFormats
  listedTokens: readonly Token[]
  /** Failures that no caller awaited. */
  readonly problems: Problem[]
  /** Requests of which it is read since a start what the wallet did, with whether it is read now. */
  readonly checks: (readonly [requestId: string, isChecking: boolean])[]
  alarmMs: number | null
  failsNotices: boolean
  /** The wallet request rejects with this. */
  walletProblem: Problem | null
  views: ViewBroadcaster | null
}

export interface Background {
  readonly run: OrderEngine
  readonly quotes: QuoteService
  readonly reviewPorts: FlowPorts & ReviewPorts
}

let ids = 0

function listCall(endpoint: 'chains' | 'tokens'): ServiceCall {
  return { endpoint, atMs: 0, outcome: 'ok', serverRequestId: `server-${endpoint}` }
}

/** The real engine of one life, on the world's ports. */
export function createBackground(life: Life, outside: Outside): Background {
  const { pulse } = outside
  const clock = outside.clock.machine
  const port = <T extends object>(name: string, real: T, settles = false) =>
    createMortalPort(name, real, life, pulse, settles, (work) => void outside.clock.after(1_000, work))
  const service = port('service', outside.service.service)
  const shared = {
    deployment,
    clock,
    service,
    probeSubmit: createSubmitProbe(service, clock),
    chain: port('chain', outside.chain.reader),
    store: port('store', outside.orders, true),
    expiringStore: port('expiringStore', outside.expiringStore, true),
    notifier: port('notifier', {
      show: async (order: Order) => {
        if (outside.failsNotices) throw new Error('no notifications')
        outside.notices.push({ orderId: order.id, kind: order.notification?.kind ?? 'none' })
      },
    }),
    alarms: port('alarms', {
      wakeAt: async (ms: number | null) => {
        // The browser counts the wait. It does not read the machine's clock again.
        outside.alarmMs = ms === null ? null : outside.clock.nowMs() + Math.max(30_000, ms - clock.nowMs())
      },
    }),
    lock: namedLock(),
    readWallet: (read: WalletRead) => port('walletRead', outside.wallet).read(read),
    holdings: async () => outside.reportedHoldings,
    later: (waitMs: number, work: () => void) =>
      outside.clock.after(waitMs, () => {
        pulse.beats += 1
        if (!life.isDead) work()
      }),
    hasView: () => (outside.views?.viewCount() ?? 0) > 0,
    newId: () => {
      ids += 1
      return `id-${ids}`
    },
  }
  const ports: EnginePorts = {
    ...shared,
    wallet: {
      async request(request) {
        if (outside.walletProblem !== null) throw outside.walletProblem
        await port('wallet', outside.wallet).handleRequest(request)
      },
    },
    onChange: (order) => {
      if (life.isDead) return
      outside.commits.push(order)
      outside.views?.push({ kind: 'order', order: orderView(order, null) })
    },
    onChecking: (requestId, isChecking) => {
      if (!life.isDead) outside.checks.push([requestId, isChecking])
    },
    random: () => 0,
    failed: (problem) => outside.problems.push(problem),
  }
  const reviewPorts = createReviewPorts(
    shared,
    {
      reserveUnits: async () => outside.reserveUnits,
      serviceCalls: async (chainIds) => [listCall('chains'), ...chainIds.map(() => listCall('tokens'))],
    },
    async () => outside.savedRecipients,
  )
  return {
    run: createOrderEngine(ports),
    quotes: createQuoteService(
      {
        ...ports,
        findToken: async (chainId, address) =>
          outside.listedTokens.find((one) => one.chainId === chainId && one.address === address) ?? null,
        forms: async () => outside.addressFormats,
        approvalGas: createApprovalGasReader(reviewPorts),
      },
      shared.expiringStore,
    ),
    reviewPorts,
  }
}

/** Records the rejection of a call that the test itself does not await. */
export function recordRejection(outside: Pick<Outside, 'problems'>): (thrown: unknown) => void {
  return (thrown) =>
    outside.problems.push(thrown instanceof Problem ? thrown : new Problem('internal', { cause: thrown }))
}
