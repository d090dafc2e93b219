import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  badgeText,
  createNotifier,
  readOrderId,
  showProposalNotice,
  showTestNotice,
} from '../../../../entrypoints/background/notices.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { NotificationKind } from '../../../../lib/order/order.ts'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import { deployment } from '../../../harness/chains.ts'
import { orderOf, withTerms } from '../../order/order-fixture.ts'
import { proposalOf } from '../../sites/proposal-fixture.ts'

const messages: { readonly [key: string]: { readonly message: string } } = JSON.parse(
  readFileSync('public/_locales/en/messages.json', 'utf8'),
)
beforeAll(() => {
  vi.stubGlobal('browser', { i18n: { getMessage: (key: string) => messages[key]?.message ?? '' } })
  return () => vi.unstubAllGlobals()
})

const [origin, destination] = deployment.chains
const { reviewed } = orderOf()
const quoteRequest = {
  ...reviewed.request,
  originChainId: origin?.chainId ?? 0,
  destinationChainId: destination?.chainId ?? 0,
}
const order = orderOf({
  reviewed: { ...reviewed, request: quoteRequest, minAmountOut: '1480000', promisedAmount: '1499999' },
  state: 'reported_terminal',
  statusCode: 4,
})

/** The notifications that a notifier shows for this order. */
async function showNotice(
  kind: NotificationKind | null,
  of = order,
  file = deployment,
  change: Partial<typeof defaultSettings> = {},
) {
  const shown: { id: string; title: string; message: string }[] = []
  const api = {
    create: async (id: string, { title, message }: { title: string; message: string }) =>
      shown.push({ id, title, message }),
    clear: async () => false,
    iconUrl: '',
  }
  const notification = kind === null ? null : ({ kind, state: 'pending' } as const)
  const notifier = createNotifier(api, async () => ({ ...defaultSettings, ...change }), file)
  await notifier.show({ ...of, notification })
  return shown
}

async function noticeText(kind: NotificationKind, of = order, file = deployment) {
  const [text] = await showNotice(kind, of, file)
  if (text === undefined) throw new Error('no notification')
  return { title: text.title, message: text.message }
}
const messageOf = async (kind: NotificationKind, of = order) => (await noticeText(kind, of)).message

describe('a notification', () => {
  it('keeps its text direction with a right-to-left symbol', async () => {
    const outputToken = { ...reviewed.outputToken, symbol: '\u05d0\u05d1' }
    const rtl = { ...order, reviewed: { ...order.reviewed, outputToken } }
    expect(await messageOf('failed', rtl)).toContain('→ \u2068\u05d0\u05d1\u2069\n')
    expect(await messageOf('late', rtl)).toMatch(/^\S+ \S+ → \u2068\u05d0\u05d1\u2069 is still/)
  })

  it('of an end without a known amount states only the minimum', async () => {
    const { message } = await noticeText('done', { ...order, fulfilledAmount: null })
    expect(message).toMatch(/^The service says at least 1\.48 \S+ arrived on Island\nReported/)
  })

  it('of an end that Ferry itself found never quotes the service', async () => {
    const own = { ...order, reportedCode: null }
    expect(await noticeText('done', own)).toEqual({
      title: expect.stringMatching(/^Swap transaction confirmed/),
      message: expect.stringMatching(
        /^At least 1\.48 \S+ should have arrived on .*Island\nNot confirmed on-chain yet$/,
      ),
    })
    const failed = { ...own, statusCode: 5 } as const
    expect(await messageOf('failed', failed)).not.toMatch(/the service/i)
  })

  it('of a deposit without a quoted amount names no amount if none is known', async () => {
    const open = { ...order, reviewed: { ...order.reviewed, minAmountOut: '0', promisedAmount: '0' } }
    expect(await messageOf('done', { ...open, fulfilledAmount: null })).toMatch(
      /^The service says \S+ arrived on Island\n/,
    )
  })

  it('of a proven end states the amount and the chain, also on the same chain', async () => {
    const same = { ...reviewed, request: { ...quoteRequest, destinationChainId: quoteRequest.originChainId } }
    const proven = { ...order, state: 'verified_terminal', fulfilledAmount: '1490000' } as const
    expect(await messageOf('done', proven)).toMatch(/^1\.49 \S+ arrived on Island\nVerified/)
    expect(await messageOf('done', { ...proven, reviewed: same })).toMatch(/on Harbour\n/)
  })

  it('of a reported refund says who reported it, and where to look', async () => {
    const problem = createProblemData('swapNotDelivered', 'refundEitherReported')
    const reported = { ...order, statusCode: 7, reportedCode: 7, problem } as const
    expect(await messageOf('refunded', reported)).toMatch(
      /^1\.50 USDC · Harbour → Island\nPlace not reported\nCheck the account you paid from.+\nReported by the service/,
    )
  })

  it('of a refund on the destination names its recipient and its chain', async () => {
    const there = {
      ...order,
      statusCode: 7,
      reportedCode: 7,
      refundChainId: quoteRequest.destinationChainId,
      problem: createProblemData('swapNotDelivered', 'refundThereReported'),
    } as const
    expect(await messageOf('refunded', there)).toMatch(
      /^1\.50 .+\nYour refund should be on Island\nCheck the recipient’s balance .+\nReported by the service/,
    )
    const problem = createProblemData('swapNotDelivered', 'refundedThere')
    const proven = { ...there, problem, state: 'verified_terminal' } as const
    expect(await messageOf('refunded', proven)).toMatch(
      /^1\.50 .+\nYour money was refunded to the recipient’s address on Island\.\nVerified/,
    )
  })

  it('of a late swap claims no end', async () => {
    expect(await messageOf('late', order)).not.toMatch(/Reported|Verified/)
  })

  it('of a deposit that expires soon states the deadline, and claims no end', async () => {
    const deposit = {
      ...{
        address: '0xb2',
        token: '0xa1',
        amount: '1500000',
        chainId: 31337,
        memo: null,
        refundAddress: null,
      },
      expirySeconds: 1_800_000_600,
    }
    const unpaid = orderOf({ kind: 'deposit', state: 'deposit_awaited' })
    const awaited = withTerms(unpaid, { deposit, clockOffsetMs: 0 })
    const { message } = await noticeText('depositDue', awaited)
    expect(message).toMatch(/^1\.50 .+ hasn’t been seen on Harbour yet and must arrive by .*\d:\d\d [AP]M\./)
    expect(message).not.toMatch(/Reported|Verified/)
  })

  it.each(['done', 'failed', 'refunded', 'late', 'cancelled', 'depositDue'] as const)(
    'of %s says where no money is real',
    async (kind) => {
      const titleOf = async (service: typeof deployment.service) =>
        (await noticeText(kind, order, { ...deployment, service })).title
      expect(await titleOf(deployment.service)).toMatch(/ · Sandbox: no real money$/)
      for (const real of ['frontend', 'relay'] as const) {
        expect(await titleOf({ ...deployment.service, kind: real })).not.toMatch(/sandbox/i)
      }
    },
  )

  it('of an earlier state is removed if the person wants none of the new one', async () => {
    const displayed = new Set<string>()
    const api = {
      create: async (id: string) => displayed.add(id),
      clear: async (id: string) => displayed.delete(id),
      iconUrl: '',
    }
    const notifier = createNotifier(api, async () => ({ ...defaultSettings, notifyDone: false }), deployment)
    await notifier.show({ ...order, notification: { kind: 'late', state: 'pending' } })
    expect([...displayed]).toEqual([`order:${order.id}`])
    await notifier.show({ ...order, notification: { kind: 'done', state: 'pending' } })
    expect([...displayed]).toEqual([])
  })

  it('of a proposal says so too', async () => {
    const titles: string[] = []
    const api = {
      create: async (_id: string, { title }: { title: string }) => titles.push(title),
      clear: async () => true,
      iconUrl: '',
    }
    const proposal = proposalOf({ origin: 'https://shop.example' })
    await showProposalNotice(api, proposal, deployment)
    await showProposalNotice(api, proposal, { service: { ...deployment.service, kind: 'relay' } })
    expect(titles).toEqual(['Swap request from a site · Sandbox: no real money', 'Swap request from a site'])
  })
})

describe('the notifier', () => {
  const shown = async (kind: NotificationKind | null, change: Partial<typeof defaultSettings> = {}) =>
    (await showNotice(kind, order, deployment, change)).map(({ id }) => id)

  it("shows a notification under its order's ID, which can be read from it", async () => {
    const [id = ''] = await shown('done')
    expect(readOrderId(id)).toBe(order.id)
    expect(readOrderId('proposal')).toBe(null)
  })

  it('shows nothing for an order without a notice', async () => {
    expect(await shown(null)).toEqual([])
  })

  it.each([
    ['done', 'notifyDone'],
    ['failed', 'notifyFailed'],
    ['cancelled', 'notifyFailed'],
    ['refunded', 'notifyRefunded'],
    ['late', 'notifyLate'],
    ['depositDue', 'notifyLate'],
  ] as const)('shows %s while %s is on, and no other', async (kind, name) => {
    const none = { notifyDone: false, notifyFailed: false, notifyRefunded: false, notifyLate: false }
    expect(await shown(kind, { ...none, [name]: true })).toHaveLength(1)
    expect(await shown(kind, none)).toEqual([])
    expect(await shown(kind, { notifyDone: true, [name]: false })).toEqual([])
  })
})

describe('showTestNotice', () => {
  it('shows a notification that is about no swap', async () => {
    const shown: unknown[] = []
    const create = async (id: string, { title }: { title: string }) => shown.push([readOrderId(id), title])
    const service = { ...deployment.service, kind: 'relay' } as const
    await showTestNotice({ create, iconUrl: 'icon.png' }, { service })
    expect(shown).toEqual([[null, 'Notifications work']])
  })
})

const running = orderOf({ state: 'pending' })
const notification = { kind: 'failed', state: 'notified' } as const
const failed = orderOf({ state: 'verified_terminal', statusCode: 5, notification, viewed: false })

const needsUser = orderOf({ state: 'needs_user' })
const inactive = [
  { ...running, state: 'stopping' as const },
  { ...running, putAwayMs: 1 },
]

it.each<[string, Parameters<typeof badgeText>, string, string]>([
  [
    'counts every running order, however many newer ones there are',
    [[running, running], [], false, 0],
    '2',
    'running',
  ],
  ['counts no order that was stopped, or put away after a week', [inactive, [], false, 0], '', 'running'],
  ['shows a failure until it is seen, even if no order is open', [[], [failed], false, 0], '!', 'failed'],
  ['shows no failure that was seen', [[], [{ ...failed, viewed: true }], false, 0], '', 'running'],
  [
    'shows that swaps wait for host access, whatever else there is',
    [[running], [], true, 1],
    '!',
    'needsUser',
  ],
  ['shows a proposal', [[running], [], false, 1], '?', 'needsUser'],
  ['shows a proposal, and a failure by its color', [[], [failed], false, 2], '?', 'failed'],
  ['shows a failure by a symbol, however many others run', [[running], [failed], false, 0], '!', 'failed'],
  [
    'shows that a swap needs the person, before any failure',
    [[running, needsUser], [failed], false, 0],
    '!',
    'needsUser',
  ],
])('the badge %s', (_what, given, text, tone) => {
  expect(badgeText(...given)).toEqual({ text, tone })
})

it('shows that an unpaid deposit expires soon', () => {
  const endsMs = 1_800_000_600_000
  const deposit = {
    ...{ address: '0xb2', token: '0xa1', amount: '5', chainId: 31337, memo: null, refundAddress: null },
    expirySeconds: endsMs / 1000,
  }
  const at = (beforeMs: number, part: object = {}) => {
    const order = orderOf({ kind: 'deposit', state: 'deposit_awaited', createdMs: endsMs - 600_000, ...part })
    return { ...withTerms(order, { deposit, clockOffsetMs: 0 }), updatedMs: endsMs - beforeMs }
  }
  const shown = (order: ReturnType<typeof at>) => badgeText([order], [], false, 0).text
  expect(shown(at(120_001))).toBe('1')
  expect(shown(at(120_000))).toBe('!')
  expect(shown(at(0))).toBe('1')
  expect(shown(at(60_000, { depositObserved: { units: '5', atMs: 1 } }))).toBe('1')
})
