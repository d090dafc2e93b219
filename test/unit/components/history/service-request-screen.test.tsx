import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ServiceRequestScreen } from '../../../../components/history/ServiceRequestScreen.tsx'
import { momentText } from '../../../../lib/base/time-text.ts'
import type { HistoryEntry } from '../../../../lib/history/entry-shape.ts'
import type { PastQuoteRequest } from '../../../../lib/history/past-quote-request.ts'
import { serviceEntries } from '../../../screens/history-data.ts'
import { usdcHarbour, usdcIsland } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, noButton, plainText } from '../test-app.tsx'

inBrowser()

const [delivered, odd, bare] = serviceEntries as [HistoryEntry, HistoryEntry, HistoryEntry]
const request: PastQuoteRequest = {
  ...{ input: usdcHarbour, output: usdcIsland, inputAmount: '10000000', receiver: null, options: {} },
}

async function renderRequest(entry: HistoryEntry, again: PastQuoteRequest | null = null) {
  const shown = await createTestApp()
  draw(<ServiceRequestScreen app={shown.app} past={{ entry, repeatRequest: again }} />)
  return shown
}

/** The facts outside the details, as `name: value`. */
const facts = () =>
  [...document.querySelectorAll('dl.facts.card > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent).join(': '),
  )

describe('ServiceRequestScreen', () => {
  it('shows the end, and that only the service reports it', async () => {
    await renderRequest(delivered)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^Complete\W*\+9\.95\S* USDC$/)
    expect(screen.getByTestId('evidence').dataset.verified).toBe('false')
    expect(screen.getByText(/^Reported by the service, read /)).toBeDefined()
  })

  it('lists two separate amounts sent, and keeps raw codes in the details', async () => {
    await renderRequest(odd)
    const names = facts().map((fact) => fact.split(':')[0])
    expect(names.slice(0, 4)).toEqual(['Sent', 'Also sent', 'Minimum', 'Received'])
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No outcome reported')
    expect(facts().join()).not.toMatch(/REFUND_PENDING|BATCH_REQUEST/)
    expect(screen.getByText('Technical details').parentElement?.textContent).toMatch(
      /REFUND_PENDING.*BATCH_REQUEST/,
    )
  })

  it('shows both transaction times, even if the service reports only the time', async () => {
    const moment = (seconds: number) => momentText(seconds * 1_000, Date.now())
    const { item } = delivered
    if (item === null || item.sourceSeconds === null || item.destinationSeconds === null)
      throw new Error('no times')
    const { sourceSeconds, destinationSeconds } = item
    await renderRequest({ ...delivered, destinationTransactionHash: null })
    const named = (name: string) => facts().find((fact) => fact.startsWith(name))
    expect(named('Source transaction')).toContain('0x6666…6666')
    expect(named('Source transaction')).toContain(moment(sourceSeconds))
    expect(named('Destination transaction')).toBe(`Destination transaction: ${moment(destinationSeconds)}`)
  })

  it.each([
    [null, null, 'Not known yet'],
    [0, null, '0 PENDING'],
    [0, 'PENDING', 'PENDING'],
    [null, 'REFUND_PENDING', 'REFUND_PENDING'],
  ] as const)('shows status %s named %s as “%s”', async (statusCode, statusName, said) => {
    const { item } = delivered
    await renderRequest({ ...delivered, statusCode, item: item && { ...item, statusName } })
    const details = screen.getByText('Technical details').parentElement
    const [first] = details?.querySelectorAll('dl.facts > div') ?? []
    expect(plainText(first)).toBe(`Swap service status${said}`)
  })

  it('omits facts that the service did not report', async () => {
    await renderRequest(bare)
    expect(facts().some((fact) => fact.startsWith('To network'))).toBe(false)
  })

  it('fills the form with the same swap only if it can be requested again', async () => {
    await renderRequest(delivered)
    expect(noButton('Swap again')).toBe(true)
    const { app, press } = await renderRequest(delivered, request)
    await press(button('Swap again'))
    // The first quote of the filled form opens its review.
    expect(app.screen.value.name).toBe('review')
    expect(app.swap.draft.amountText.value).toBe('10')
  })
})
