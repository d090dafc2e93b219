import { signal } from '@preact/signals'
import { screen, within } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { HistoryList } from '../../../../components/history/HistoryList.tsx'
import { dayMs } from '../../../../lib/base/time.ts'
import { createOrderEntry, createServiceEntry } from '../../../../lib/history/history-entry.ts'
import { statusCodes } from '../../../../lib/service/status-codes.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { hashOf, pastOf } from '../../history/entry-fixture.ts'
import { bornMs, start } from '../../models/fake-data.ts'
import { doneOrder, order } from '../../models/fake-orders.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'
import { renderHistory } from './render-history.tsx'

inBrowser()

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

describe('HistoryScreen', () => {
  it('shows amounts sent and received, and only the sent one when nothing was delivered', async () => {
    await renderHistory()
    expect(rows()).toEqual([
      expect.stringMatching(
        /^U\?[UW]\?100 → 99\.5412 USDC\$99\.54Harbour → Island\d+:\d\d [AP]MDone · verified$/,
      ),
      expect.stringMatching(/^U\?[UW]\?100 USDCStoppedHarbour → Island\d+:\d\d [AP]M$/),
    ])
  })

  it('shows sent and received amounts exactly, and marks estimates', async () => {
    const { reviewed } = order(bornMs)
    const long = {
      ...{ promisedAmount: '1234567891234', minAmountOut: '1234567000001' },
      request: { ...reviewed.request, inputAmount: '1234567891234' },
    }
    const pending = order(bornMs, { reviewed: { ...reviewed, ...long } })
    const done = doneOrder(bornMs, {
      id: 'order-2',
      fulfilledAmount: '1234567123456',
      reviewed: { ...reviewed, ...long },
    })
    await renderHistory({ orders: [pending, done] })
    expect(rows()).toEqual([
      expect.stringMatching(/1,234,567\.891234 → ~1,234,567.89 USDC/),
      expect.stringMatching(/1,234,567\.891234 → 1,234,567\.123456 USDC/),
    ])
  })

  it('names the other token of a swap that has not paid, and promises no amount', async () => {
    const { reviewed } = order(bornMs)
    const outputToken = { ...reviewed.outputToken, symbol: 'WETH' }
    const waits = order(bornMs, { state: 'needs_user', statusCode: null })
    const signed = order(bornMs, { id: 'order-2', state: 'submitted', statusCode: null })
    await renderHistory({ orders: [waits, { ...signed, reviewed: { ...reviewed, outputToken } }] })
    expect(rows()).toEqual([
      expect.stringMatching(/^U\?[UW]\?100 USDCAction neededHarbour → Island\d/),
      expect.stringMatching(/^U\?[UW]\?100 USDC → WETHFinding the best fillHarbour → Island\d/),
    ])
  })

  it('shows the minimum of a swap whose outcome is not known yet, rounded down', async () => {
    const { reviewed } = order(bornMs)
    const unknown = order(bornMs, {
      state: 'unknown_outcome',
      statusCode: null,
      reviewed: { ...reviewed, minAmountOut: '9905999' },
    })
    const open = { ...reviewed, minAmountOut: '0', promisedAmount: '0' }
    await renderHistory({ orders: [unknown, { ...unknown, id: 'order-2', reviewed: open }] })
    expect(rows()).toEqual([
      expect.stringMatching(/^U\?[UW]\?100 → min\. 9\.90 USDCCheckingHarbour/),
      expect.stringMatching(/^U\?[UW]\?100 USDC → outcome unknownCheckingHarbour/),
    ])
  })

  it('does not say that Ferry checks a swap of another tool', async () => {
    const bare = pastOf({ statusCode: null, requestHash: hashOf('4'), output: [] })
    const past = [pastOf({ statusCode: null }), bare].map((item) => createServiceEntry(item))
    await renderHistory({ orders: [], past })
    expect(rows()).toEqual([
      expect.stringMatching(/^UA10 USDC → outcome unknownArbitrumImported$/),
      expect.stringMatching(/^UAUB10 USDC → min\. 9\.90 USDbCUnknownArbitrum → BaseImported$/),
    ])
  })

  it('shows how much of the paid amount is back, or the other token in which it came back', async () => {
    const back = order(bornMs, {
      ...{ state: 'verified_terminal', statusCode: statusCodes.refunded, fulfilledAmount: null },
      evidence: {
        ...{
          kind: 'refund',
          chainId: 31337,
          hash: hashOf('5'),
          units: '98900000',
          logIndexes: [1],
          sources: 2,
        },
        ...{ token: order(bornMs).reviewed.inputToken.address, blockNumber: '7', blockSeconds: 1 },
      },
    })
    const paidIn = { symbol: 'WETH', decimals: 8 }
    const other = { ...back, id: 'order-2', evidence: { ...back.evidence, token: '0x77', paidIn } }
    const reported = { ...back, id: 'order-3', state: 'reported_terminal' as const }
    await renderHistory({ orders: [back, other, reported] as never })
    expect(rows()).toEqual([
      expect.stringContaining('100 USDC · 98.90 backRefunded'),
      expect.stringContaining('100 USDC → 0.989 WETHRefunded'),
      expect.stringContaining('100 USDCRefunded'),
    ])
  })

  it('draws swaps that wait for the person differently from all others', async () => {
    const waits = order(bornMs, { state: 'needs_user', statusCode: null, problem: problem('walletRejected') })
    const isBack = order(bornMs, { id: 'order-2', state: 'reported_terminal', statusCode: 7 })
    await renderHistory({ orders: [waits, isBack] })
    expect(screen.getByText('Action needed').className).toBe('state needs')
    expect(screen.getByText('Refunded').className).toBe('state warning')
    expect(screen.getByText('Refunded').getAttribute('aria-hidden')).toBe('true')
    expect(screen.getByText('Refunded, not verified yet').className).toBe('unseen')
  })

  it('opens the pressed swap', async () => {
    const { press, app } = await renderHistory()
    await press(within(screen.getAllByRole('listitem')[0] ?? document.body).getByRole('button'))
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-1' })
  })

  it('says that there are no swaps yet, and leads to the form', async () => {
    const { app, press } = await renderHistory({ orders: [] })
    expect(screen.getByText('No swaps yet')).toBeDefined()
    expect([button('Find swaps'), noButton('Fetch raw status')]).toEqual([expect.anything(), true])
    await press(button('Make a swap'))
    expect(app.screen.value).toEqual({ name: 'home' })
  })

  it('shows no value for a completed swap without a price', async () => {
    const { reviewed } = doneOrder(bornMs)
    await renderHistory({
      orders: [doneOrder(bornMs, { reviewed: { ...reviewed, outputValueInUsd: null } })],
    })
    expect(rows()[0]).not.toContain('$')
  })

  it.each([
    [42_161, 'Arbitrum'],
    [777_777, 'Unknown network (777777)'],
  ])('names chain %i, which the service does not list, “%s”', async (chainId, name) => {
    const { reviewed } = doneOrder(bornMs)
    const inputToken = { ...reviewed.inputToken, chainId }
    await renderHistory({ orders: [doneOrder(bornMs, { reviewed: { ...reviewed, inputToken } })] })
    expect(rows()[0]).toContain(`${name} → Island`)
  })

  it.each([
    [statusCodes.expired, 'Expired'],
    [statusCodes.cancelled, 'Canceled'],
  ])('names the end of a swap with status %i: %s', async (statusCode, name) => {
    await renderHistory({ orders: [doneOrder(bornMs, { statusCode, state: 'reported_terminal' })] })
    expect(rows()[0]).toMatch(new RegExp(`USDC\\W*${name}Harbour`))
  })

  it('does not say so when there are unreadable swaps', async () => {
    const unreadable = () => [{ id: 'order-9', createdMs: bornMs }]
    await renderHistory({ orders: [], answers: { unreadable } })
    expect(screen.getByTestId('unreadable').querySelector('dt')?.textContent).toBe('Started')
    expect(screen.queryByText('No swaps yet')).toBeNull()
  })

  it('does not say so when it cannot read whether there are unreadable swaps', async () => {
    await renderHistory({ orders: [], answers: { unreadable: fail(problem('storageFailed')) } })
    expect(screen.getByRole('alert')).toBeDefined()
    expect(screen.queryByText('No swaps yet')).toBeNull()
  })

  it('shows a problem and retries', async () => {
    let tries = 0
    const { press } = await renderHistory({
      answers: {
        history: () => {
          tries += 1
          return fail(problem('storageFailed'))()
        },
      },
    })
    expect(screen.getByRole('alert')).toBeDefined()
    expect(screen.queryByText('No swaps yet')).toBeNull()
    const before = tries
    await press(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(tries).toBe(before + 1)
    expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull()
  })

  it.each(['history', 'readServiceHistory'] as const)(
    'keeps the pressed retry and its focus while %s is read again',
    async (read) => {
      let answer: () => unknown = fail(problem('serviceBusy'))
      const { press } = await renderHistory({ answers: { [read]: () => answer() } })
      if (read === 'readServiceHistory') await press(screen.getByTestId('service-history'))
      answer = () => new Promise(() => undefined)
      const retry = button('Try again')
      retry.focus()
      await press(retry)
      expect(document.activeElement).toBe(retry)
      expect(retry.getAttribute('aria-busy')).toBe('true')
    },
  )

  it('offers nothing to search or to find before it knows that there is a history', async () => {
    const answers = { history: () => new Promise<never>(() => undefined) }
    await renderHistory({ answers })
    expect(screen.queryByTestId('service-history')).toBeNull()
    await renderHistory({ orders: [] })
    expect(screen.queryByTestId('history-search')).toBeNull()
    expect(screen.getByTestId('service-history')).toBeDefined()
  })

  it('leads to support if the cause is a fault of Ferry', async () => {
    await renderHistory({ answers: { history: fail(problem('internal')) } })
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Contact support' })).toBeDefined()
  })

  it("offers the retry of the service's history in the notice of its failure", async () => {
    const { press, sent } = await renderHistory({
      answers: { readServiceHistory: fail(problem('serviceFailed')) },
    })
    await press(screen.getByTestId('service-history'))
    await press(within(screen.getByTestId('problem')).getByRole('button', { name: 'Try again' }))
    expect(sent('readServiceHistory')).toHaveLength(2)
    expect(screen.getAllByTestId('service-history')).toHaveLength(1)
  })

  it("requests the service's history only when pressed, and never without an account", async () => {
    const { press, sent } = await renderHistory()
    expect(sent('readServiceHistory')).toEqual([])
    await press(within(screen.getByRole('region', { name: 'Swaps made elsewhere' })).getByRole('button'))
    expect(sent('readServiceHistory')).toHaveLength(1)
    await renderHistory({ start: { ...start, account: null } })
    expect(screen.getByText(/Connect a wallet to find swaps/)).toBeDefined()
  })
})

it('names the days by the current date, also after midnight', async () => {
  const { app } = await createTestApp()
  const nowMs = signal(bornMs)
  const entry = createOrderEntry(doneOrder(bornMs), null)
  draw(<HistoryList app={{ ...app, nowMs }} entries={[entry]} />)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Today')
  await act(() => {
    nowMs.value = bornMs + dayMs
  })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Yesterday')
})
