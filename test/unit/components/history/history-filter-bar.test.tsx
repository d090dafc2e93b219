import { fireEvent, screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { button, inBrowser, noButton } from '../test-app.tsx'
import { renderHistory } from './render-history.tsx'

inBrowser()

const lastFilter = (sent: (name: string) => readonly unknown[]) =>
  (sent('history').at(-1) as { filter: object } | undefined)?.filter

describe('HistoryFilterBar', () => {
  it('hides the filters behind a button, and shows how many are active', async () => {
    const { press, settle, sent } = await renderHistory()
    expect(screen.queryByLabelText('Status')).toBeNull()
    expect(button('Filters').getAttribute('aria-expanded')).toBe('false')
    await press(button('Filters'))
    expect(button('Filters').getAttribute('aria-expanded')).toBe('true')
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'done' } })
    fireEvent.change(screen.getByLabelText('Network'), { target: { value: '31337' } })
    await settle()
    expect(button('Filters, 2 active').textContent).toBe('2')
    expect(lastFilter(sent)).toMatchObject({ group: 'done', chainId: 31337, text: '' })
    await press(button('Clear filters'))
    expect([button('Filters').textContent, noButton('Clear filters')]).toEqual(['', true])
  })

  it('filters by whole days, the last day included', async () => {
    const { press, settle, sent } = await renderHistory()
    await press(button('Filters'))
    for (const label of ['From', 'To']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: '2026-11-20' } })
    }
    await settle()
    expect(lastFilter(sent)).toMatchObject({
      fromMs: new Date(2026, 10, 20).getTime(),
      untilMs: new Date(2026, 10, 21).getTime(),
    })
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } })
    await settle()
    expect(lastFilter(sent)).toMatchObject({ fromMs: null })
  })

  it('waits for the whole year of a typed day', async () => {
    const { press, settle, sent } = await renderHistory()
    await press(button('Filters'))
    const before = sent('history').length
    // Browsers report each digit of the year.
    for (const year of ['0002', '0020', '0202'])
      fireEvent.change(screen.getByLabelText('From'), { target: { value: `${year}-11-21` } })
    await settle()
    expect([sent('history').length, button('Filters').textContent]).toEqual([before, ''])
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21' } })
    await settle()
    expect(lastFilter(sent)).toMatchObject({ fromMs: new Date(2026, 10, 21).getTime() })
  })

  it('keeps the screen when Escape clears the search', async () => {
    const { app, type, keys } = await renderHistory()
    app.go({ name: 'history' })
    await type(screen.getByRole('searchbox'), 'usd')
    await keys('{Escape}')
    expect(app.screen.value.name).toBe('history')
  })

  it('does not count typed text as a filter, and sends one request after typing stops', async () => {
    const { type, pass, sent } = await renderHistory()
    const before = sent('history').length
    await type(screen.getByRole('searchbox'), 'usd')
    expect([button('Filters').textContent, sent('history').length]).toEqual(['', before])
    await pass(200)
    expect(lastFilter(sent)).toMatchObject({ text: 'usd' })
    expect(sent('history')).toHaveLength(before + 1)
  })

  it('focuses the search field when the pressed clear button disappears', async () => {
    const { press, settle } = await renderHistory()
    const field = screen.getByRole('searchbox')
    await press(button('Filters'))
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'done' } })
    await settle()
    await press(button('Clear filters'))
    expect(document.activeElement).toBe(field)
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'failed' } })
    await settle()
    await press(
      within(screen.getByText('No matching swaps').closest<HTMLElement>('.empty') ?? field).getByRole(
        'button',
      ),
    )
    expect(document.activeElement).toBe(field)
  })
})
