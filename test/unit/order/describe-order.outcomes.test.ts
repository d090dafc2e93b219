import { describe, expect, test } from 'vitest'
import type { Text } from '../../../lib/base/text.ts'
import { createProblemData as problem } from '../../../lib/order/change.ts'
import { paidAmount } from '../../../lib/order/describe-money.ts'
import { describeOrder } from '../../../lib/order/describe-order.ts'
import type { DescriptionContext } from '../../../lib/order/description.ts'
import type { OrderView } from '../../../lib/order/order-view.ts'
import messages from '../../../public/_locales/en/messages.json'
import * as data from '../models/fake-data.ts'
import * as fakeOrders from '../models/fake-orders.ts'
import { descriptionContext } from './description-context.ts'
import { requestOf, transactionOf } from './order-fixture.ts'

const nowMs = 1_764_000_000_000
const minuteMs = 60_000

const context: DescriptionContext = {
  ...descriptionContext,
  nowMs,
  chainName: (chainId) => (chainId === data.usdcHarbour.chainId ? 'Harbour' : 'Island'),
}

const texts: { readonly [key: string]: { readonly message: string } } = messages

/** Writes a text in English, without the marks of its direction. */
function write({ key, facts }: Text): string {
  const written = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      value === undefined ? undefined : typeof value === 'object' ? write(value) : String(value),
    ]),
  )
  const messagesOfKey = [`${key}_named`, `${key}_part`, key].flatMap((one) => texts[one]?.message ?? [])
  const message = messagesOfKey.find((one) =>
    [...one.matchAll(/\{(\w+)[,}]/g)].every(([, name = '']) => written[name] !== undefined),
  )
  return (message ?? key)
    .replace(/\{(\w+), plural, one \{([^}]*)\} other \{([^}]*)\}\}/g, (_all, name, one, other) =>
      (written[name] === '1' ? one : other).replace('#', written[name]),
    )
    .replace(/\{(\w+)\}/g, (_all, name) => written[name] ?? '')
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
}

function described(part: Partial<OrderView>, surroundings: Partial<DescriptionContext> = {}, bornMs = nowMs) {
  const order = fakeOrders.order(bornMs, part)
  const { title, tone, money, body, next, notes, actions, mainAction } = describeOrder(order, {
    ...context,
    ...surroundings,
  })
  return {
    tone,
    title: write(title),
    money: money.text === null ? null : write(money.text),
    says: [...body, ...(next === null ? [] : [next])].map(write),
    notes: notes.flatMap((one) => one.texts.map(write)),
    warnings: notes.flatMap(({ name, isWarning }) => (isWarning ? [name] : [])),
    actions,
    mainAction,
  }
}

describe('a swap that takes too long', () => {
  const late = { notification: { kind: 'late', state: 'notified' } } as const

  test('says for how long, where the money is, and who helps', () => {
    const { tone, title, money, says, actions, mainAction } = described(
      { ...late, isPermitOver: true },
      { usualSeconds: 14 },
      nowMs - 400_000,
    )
    expect([tone, title, money]).toEqual([
      'warning',
      '7 min so far, usually 14 sec',
      '100 USDC has left Harbour',
    ])
    expect(says).toEqual(['Nothing has reached Island yet.', 'Ferry will notify you.'])
    expect(actions).toEqual(['contactSupport', 'viewTransaction'])
    // It usually arrives without help.
    expect(mainAction).toBeNull()
  })

  test.each([
    ['signed', ['confirmed', 'signed', 'accepted'], '100 USDC hasn’t left Harbour'],
    ['native', ['confirmed', 'sent'], '100 USDC not confirmed yet'],
    ['native', ['confirmed', 'sent', 'mined', 'accepted'], '100 USDC is held on Harbour'],
  ] as const)('says where the money of a %s order is after %s', (kind, steps, money) => {
    const timeline = steps.map((step) => ({ step, atMs: nowMs - 7 * minuteMs }))
    const part = { ...late, kind, timeline, statusCode: 0, sourceTransactionHash: null } as const
    expect(described(part).money).toBe(money)
  })

  test('of one chain has not left it', () => {
    const { reviewed } = fakeOrders.order(nowMs)
    const { inputToken, request } = reviewed
    const outputToken = { ...reviewed.outputToken, chainId: inputToken.chainId }
    const here = {
      reviewed: {
        ...{ ...reviewed, outputToken },
        request: { ...request, destinationChainId: request.originChainId },
      },
    }
    expect(described(here).title).toBe('Swapping on Harbour')
    expect(described({ ...late, ...here }, {}, nowMs - 400_000)).toMatchObject({
      money: '100 USDC not swapped yet',
    })
  })

  test('offers no transaction where there is none', () => {
    const part = { ...late, statusCode: 0, sourceTransactionHash: null, transactions: [] } as const
    expect(described(part).actions).toEqual(['contactSupport', 'cancel'])
  })
})

test('a signature that the service did not accept says why in the title, and no estimate', () => {
  const order = fakeOrders.order(nowMs, {
    ...{ state: 'submitting', statusCode: null, sourceTransactionHash: null },
    timeline: fakeOrders.order(nowMs).timeline.slice(0, 3),
    problem: problem('serviceUnreachable', 'signatureLives'),
  })
  const { title, body, next, notes, progress } = describeOrder(order, context)
  expect([write(title), body, next, progress?.time]).toEqual(['Can’t reach the service', [], null, null])
  expect(notes.filter(({ isWarning }) => isWarning).map(({ name }) => name)).toEqual(['not-accepted'])
})

describe('between two wallet requests', () => {
  const between = { state: 'confirmed', statusCode: null, timeline: [], transactions: [] } as const

  test('the title names the wallet that opens, and the swap can be stopped', () => {
    const wallet = { name: 'Test Wallet', connector: 'page' } as OrderView['wallet']
    expect(described({ ...between, wallet })).toMatchObject({
      title: 'Opening Test Wallet…',
      says: ['Keep Ferry open: your wallet asks you in a moment.'],
      actions: ['stop'],
    })
  })

  test('the title is what went wrong, and Ferry keeps trying', () => {
    expect(described({ ...between, problem: problem('serviceUnreachable', 'nothingSent') })).toMatchObject({
      title: 'Can’t reach the service',
      says: [
        'Ferry keeps trying. Keep it open: your wallet asks you next.',
        'Check your connection and try again.',
      ],
    })
  })
})

describe('a refund that is only reported', () => {
  const refunded: Partial<OrderView> = {
    ...{ state: 'reported_terminal', statusCode: 7, refundChainId: data.usdcHarbour.chainId },
    isPermitOver: true,
    problem: problem('swapNotDelivered', 'refundReported'),
  }

  test('says where it should be, and first leads to that account', () => {
    expect(described(refunded)).toMatchObject({
      money: 'Your refund should be on Harbour',
      says: ['Check your balance before you start another swap.'],
      actions: ['viewAccount', 'contactSupport'],
      mainAction: 'viewAccount',
    })
  })

  test('leads to support where no explorer shows the account', () => {
    expect(described(refunded, { accountLink: () => null }).actions).toEqual(['contactSupport'])
  })

  test('leads to the account of the recipient on the destination', () => {
    const links: unknown[] = []
    const accountLink: DescriptionContext['accountLink'] = (account) => {
      links.push(account)
      return null
    }
    const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const { reviewed } = fakeOrders.order(nowMs)
    const request = { ...reviewed.request, receiverAddress }
    described({ ...refunded, refundChainId: 2, reviewed: { ...reviewed, request } }, { accountLink })
    expect(links).toEqual([{ chainId: 2, address: receiverAddress }])
  })
})

describe('a refund that the network proves', () => {
  const evidence = { kind: 'refund', units: '900000', sources: 2 } as const
  const origin = { chainId: data.usdcHarbour.chainId, token: data.usdcHarbour.address }
  const destination = { chainId: data.usdcIsland.chainId, token: data.usdcIsland.address }

  test.each([
    ['signed', origin, 'refunded', '0.90 USDC is back in your wallet on Harbour'],
    // An exchange may have paid the deposit.
    ['deposit', origin, 'refunded', '0.90 USDC came back on Harbour'],
    ['signed', destination, 'refundedThere', '0.90 USDC went to the recipient on Island'],
  ] as const)('says how much of a %s swap came back, and where: %j', (kind, place, money, says) => {
    const shown = described({
      ...{ kind, state: 'verified_terminal', statusCode: 7, refundChainId: place.chainId },
      ...{ evidence: { ...evidence, ...place }, problem: problem('swapNotDelivered', money) },
    } as Partial<OrderView>)
    expect(shown).toMatchObject({ title: 'Swap refunded', money: says })
  })
})

describe('a swap from a backup', () => {
  test('leaves nothing to recover if nothing was paid', () => {
    const { title, money, says, actions, mainAction } = described({
      restored: true,
      state: 'needs_user',
      statusCode: null,
      problem: problem('orderRestored', 'approvedOnly'),
    })
    expect([title, money]).toEqual(['Swap recovered from backup', '100 USDC approved, not moved'])
    expect(says).toEqual(['Nothing to recover. Start a new swap, or stop this one.'])
    expect([mainAction, ...actions]).toEqual(['newSwap', 'newSwap', 'stop'])
  })

  test.each(['signed', 'native', 'deposit'] as const)('of a %s order leads to support otherwise', (kind) => {
    const { notes, warnings, actions } = described({ restored: true, kind })
    expect(notes).toContain('Recovered from a backup. Ferry tracks it but won’t open wallet requests for it.')
    expect(warnings).toEqual([])
    expect(actions).toEqual(['contactSupport', 'newSwap'])
  })
})

describe('a deposit', () => {
  const deposit: NonNullable<OrderView['deposit']> = {
    ...{ address: data.account.address, amount: '100000000', chainId: data.usdcHarbour.chainId, memo: null },
    ...{ refundAddress: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', token: data.usdcHarbour },
    expiresMs: nowMs + 10 * minuteMs,
  }
  const awaited = { kind: 'deposit', state: 'deposit_awaited', statusCode: null, deposit } as const

  test.each([
    [
      { units: '900000000' },
      'Wrong amount received',
      '900 USDC arrived, not 100 USDC',
      'If it’s enough for your minimum, the service swaps it. Otherwise it sends it back to your refund address.',
    ],
    [
      { units: '5', token: 'other' },
      'Wrong token received',
      'The token you sent isn’t USDC',
      'The service sends it back to your refund address.',
    ],
  ] as const)(
    'that is wrong (%j) says what becomes of it, and leads to the account and to support',
    (seen, title, money, next) => {
      const shown = described({ ...awaited, depositObserved: { ...seen, atMs: nowMs } })
      expect(shown).toMatchObject({ tone: 'warning', title, money, mainAction: 'viewAccount' })
      expect(shown.actions).toEqual(['viewAccount', 'contactSupport'])
      expect(shown.says).toEqual([next])
      expect(shown.notes).toEqual([])
    },
  )

  test.each([
    ['dust of the service', { units: '5' }, '100 USDC'],
    ['what one node alone shows', { units: '50000000', isOneSource: true }, '100 USDC'],
    ['more than requested', { units: '120000000' }, '120 USDC'],
  ] as const)('that was delivered paid as much as its history says: %s', (_what, seen, paid) => {
    const order = fakeOrders.doneOrder(nowMs, { kind: 'deposit', depositObserved: { ...seen, atMs: nowMs } })
    expect(paidAmount(order, 'delivered')).toBe(paid)
  })

  test('that was reported as refunded says where to look, and nothing twice', () => {
    const shown = described({
      ...{ ...awaited, state: 'reported_terminal', statusCode: 7, reportedCode: 7 },
      depositObserved: { units: '5', atMs: nowMs, token: 'other' },
      problem: problem('swapNotDelivered', 'refundReported'),
    })
    expect(shown).toMatchObject({ title: 'Refund reported', money: 'The token you sent isn’t USDC' })
    expect(shown.says).toEqual(['Check 0x7099…79c8 on Harbour: the service says it’s back.'])
    expect(shown.warnings).toEqual([])
  })
})

describe('a wallet request', () => {
  test('that the person rejected is no reason for a warning', () => {
    const rejected: Partial<OrderView> = {
      ...{ state: 'needs_user', statusCode: null, timeline: [], transactions: [] },
      problem: problem('walletRejected', 'nothingSent'),
    }
    expect(described(rejected)).toMatchObject({
      tone: 'neutral',
      title: 'You rejected the request',
      money: '100 USDC hasn’t moved',
      mainAction: 'retry',
    })
    // The wallet may still have another request, or a signature.
    expect(described({ ...rejected, lastUnansweredMs: nowMs }).tone).toBe('warning')
    expect(described({ ...rejected, liveUntilMs: nowMs + minuteMs }).tone).toBe('warning')
  })

  test('without an answer says to check the wallet, a single time', () => {
    const requestedMs = nowMs - 400_000
    const shown = described({
      ...{ kind: 'native', state: 'unknown_outcome', statusCode: null, sourceTransactionHash: null },
      walletRequest: requestOf('send', { requestedMs, connectionLostMs: requestedMs }),
      problem: problem('walletSilent', 'unknown'),
    })
    expect(shown).toMatchObject({ title: 'Checking outcome', says: [], mainAction: 'showWallet' })
    expect(shown.notes).toEqual([
      'Your wallet didn’t say if it sent this. Check its activity; if it isn’t there, reject the request and stop this swap.',
    ])
  })

  test('for an approval that is in no block says so, and what to do', () => {
    const shown = described({
      ...{ state: 'approve_sent', statusCode: null, timeline: [] },
      transactions: [transactionOf('approve', { sentMs: nowMs - 390_000 })],
    })
    expect(shown).toMatchObject({
      title: 'Approval not confirmed yet',
      money: 'No money has moved.',
      says: ['Check your wallet’s activity. If it isn’t there, try again.'],
      mainAction: 'retry',
    })
  })
})

test('offers to turn notifications on where the person may leave and they are off', () => {
  expect(described({}).actions).toEqual(['cancel', 'newSwap'])
  const off = described({}, { willNotify: () => false })
  expect(off.notes).toEqual(['You can close Ferry. The swap continues. Open it again to see when it’s done.'])
  expect([off.actions, off.mainAction]).toEqual([['turnOnNotices', 'cancel', 'newSwap'], null])
})

test('another swap can be started while one runs, and is never the thing to do', () => {
  const matched = { statusCode: 2, isPermitOver: true } as const
  expect(described(matched)).toMatchObject({ actions: ['newSwap'], mainAction: null })
  // Between two wallet requests the person should stay.
  expect(described({ state: 'approved', statusCode: null }).actions).not.toContain('newSwap')
})

test('the nodes that show an end are named only in the details', () => {
  const order = fakeOrders.doneOrder(nowMs, {
    evidence: {
      ...{ kind: 'delivery', chainId: 2, hash: `0x${'c'.repeat(64)}`, sources: 2 },
      ...{ token: data.usdcIsland.address, units: '1', logIndexes: [0] },
      ...{ blockNumber: '120', blockSeconds: 1_764_583_200 },
    },
  } as Partial<OrderView>)
  const { proof } = describeOrder(order, context)
  expect(proof?.more).toBeNull()
  expect(proof?.source && write(proof.source)).toBe('2 RPC nodes, block 120')
})

describe('an end that the network does not prove', () => {
  const units = '900000'
  const delivery = { kind: 'delivery', chainId: 2, token: data.usdcIsland.address, units } as const
  const refund = {
    ...delivery,
    kind: 'refund',
    chainId: data.usdcHarbour.chainId,
    token: data.usdcHarbour.address,
  } as const
  const inOther = { ...refund, token: data.account.address, paidIn: { symbol: 'BRDG', decimals: 4 } }
  const cameBack = (amount: string) =>
    `The network shows that ${amount} came back. Ferry can’t confirm that’s all you sent.`

  test.each<[OrderView['doubt'], object | undefined, Partial<OrderView>, string]>([
    ['oneSource', delivery, {}, 'Only one source sees it on-chain. Ferry calls it verified when two agree.'],
    ['less', delivery, {}, 'Less than the minimum arrived: 0.90 USDC.'],
    ['less', refund, { statusCode: 7 }, cameBack('0.90 USDC')],
    ['less', inOther, { statusCode: 7 }, cameBack('90 BRDG')],
    ['notShown', undefined, {}, 'The service says it arrived. The network doesn’t show it.'],
    ['notShown', undefined, { statusCode: 7 }, 'The service says it came back. The network doesn’t show it.'],
    ['notShown', undefined, { statusCode: 5 }, 'The service says so. The network doesn’t show it.'],
    ['notShown', undefined, { reportedCode: null }, 'The network doesn’t show it.'],
  ])('says why, and how much arrived or came back: %s %j %j', (doubt, evidence, part, says) => {
    const end = { ...part, state: 'reported_terminal', doubt, evidence } as Partial<OrderView>
    const { proof } = describeOrder(fakeOrders.doneOrder(nowMs, end), context)
    expect(proof?.more && write(proof.more)).toBe(says)
  })
})

test('a reported delivery whose inbox paid out says so, and where the money may be', () => {
  const reported = { kind: 'inbox', state: 'reported_terminal', statusCode: 4, reportedCode: 4 } as const
  const paidOut = described({ ...reported, isInboxEmpty: true, fundsSettled: true })
  expect(paidOut.title).toBe('Swap reported complete')
  expect(paidOut.notes).toEqual(['The swap contract paid this money out. Check your account on Harbour.'])
  expect(paidOut.warnings).toEqual(['inbox-paid-out'])
  expect(paidOut.actions).toContain('viewAccount')
  expect(described(reported).warnings).toEqual([])
  expect(described({ ...reported, isInboxEmpty: true, state: 'verified_terminal' }).warnings).toEqual([])
})

test('a reported success whose send no chain showed says that Ferry stopped following it', () => {
  const success = { state: 'reported_terminal', statusCode: 4 } as const
  expect(described(success).says).toEqual([])
  const unread = described({ ...success, problem: problem('stoppedUnread', 'unknown') })
  expect(unread.actions).not.toContain('repeat')
  expect(unread.says).toEqual([
    'Ferry no longer follows this swap. Check your wallet’s activity to see whether it was sent. If the wallet still shows its request, close it.',
  ])
})

describe('a swap that is over while a page may use an earlier signature of it', () => {
  const open = { statusCode: 4, fundsSettled: false, liveUntilMs: nowMs + minuteMs } as const

  test.each(['verified_terminal', 'reported_terminal'] as const)(
    'in %s says so and offers no other swap',
    (state) => {
      const { notes, warnings, actions } = described({ ...open, state })
      expect(warnings).toEqual(['earlier-signature'])
      expect(notes[0]).toMatch(/^An earlier signature of this swap may work until .+\. Wait before swapping/)
      expect(actions).not.toContain('repeat')
    },
  )

  test.each<[string, Partial<OrderView>]>([
    ['its money is accounted for', { fundsSettled: true }],
    ['no signature is live', { liveUntilMs: null }],
    ['the deadline passed two minutes ago', { liveUntilMs: nowMs - 2 * minuteMs - 1 }],
  ])('says nothing of it once %s', (_what, part) => {
    const { warnings, actions } = described({ ...open, state: 'verified_terminal', ...part })
    expect(warnings).toEqual([])
    expect(actions).toContain('repeat')
  })
})
