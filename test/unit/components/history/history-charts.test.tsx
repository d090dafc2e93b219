import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../../lib/base/problem.ts'
import { statisticsOf } from '../../../screens/history-data.ts'
import { bornMs } from '../../models/fake-data.ts'
import { button, inBrowser } from '../test-app.tsx'
import { renderHistory } from './render-history.tsx'

inBrowser()

async function renderCharts(part: Partial<ReturnType<typeof statisticsOf>> = {}, isFailing = () => false) {
  const shown = await renderHistory({
    answers: {
      historyStatistics: ({ range }) => {
        if (isFailing()) throw new Problem('internal')
        return { ...statisticsOf(range, bornMs), ...part }
      },
    },
  })
  await shown.press(button('More actions'))
  await shown.press(screen.getByRole('menuitem', { name: 'Statistics' }))
  return shown
}

const period = { period: '2026-11', count: 2, volumeInUsd: '300', costInUsd: '1.2' }
const cells = () => within(screen.getByRole('table', { hidden: true })).getAllByRole('cell', { hidden: true })

describe('HistoryPicture', () => {
  it('requests a year first, and then the chosen period', async () => {
    const { press, sent } = await renderCharts()
    await press(button('30 days'))
    await press(button('All'))
    expect(sent('historyStatistics')).toEqual([{ range: 'months' }, { range: 'days' }, { range: 'all' }])
    expect(button('All').getAttribute('aria-pressed')).toBe('true')
  })

  it('shows the totals, and the cost as a share of the volume', async () => {
    const periods = [{ ...period, isVolumeLowerBound: false, isCostLowerBound: false }]
    const { press } = await renderCharts({ periods, costPercent: '0.4' })
    expect(screen.getByText('$300.00', { selector: 'p' })).toBeDefined()
    await press(screen.getByRole('radio', { name: 'Total cost' }))
    expect(screen.getByText('0.4% of volume').parentElement?.textContent).toMatch(/^\$1\.20/)
  })

  it('shows totals as "at least" when a figure is missing', async () => {
    const periods = [{ ...period, volumeInUsd: '0', isVolumeLowerBound: true, isCostLowerBound: true }]
    await renderCharts({ periods, costPercent: null })
    expect(cells().map(({ textContent }) => textContent)).toEqual(['2', 'Unknown', 'At least $1.20'])
  })

  it("lists the bars' figures in a table, newest first, and hides the bars from screen readers", async () => {
    await renderCharts()
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('rowheader', {
      hidden: true,
    })
    const { periods } = statisticsOf('months', bornMs)
    expect(rows).toHaveLength(periods.filter(({ count }) => count > 0).length)
    expect(document.querySelectorAll('.chart[aria-hidden="true"] rect')).toHaveLength(periods.length)
  })

  it('says that there are no swaps, and how many have no date', async () => {
    const periods = statisticsOf('months', bornMs).periods.map((one) => ({ ...one, count: 0 }))
    await renderCharts({ periods, costPercent: null, undatedCount: 1 })
    expect(screen.getByText('No completed swaps in this period.')).toBeDefined()
    expect(screen.getByText(/^1.* swap without a date left out\.$/)).toBeDefined()
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  })

  it('says inside the sheet that reading failed, and reads the statistics again', async () => {
    let isFailing = true
    const { press, sent } = await renderCharts({}, () => isFailing)
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('Try again. If it')
    isFailing = false
    await press(button('Try again'))
    expect(sent('historyStatistics')).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('table', { hidden: true })).toBeDefined()
  })

  it('shows how long routes took', async () => {
    const { press } = await renderCharts()
    await press(screen.getByRole('radio', { name: 'Time' }))
    expect(screen.getAllByRole('listitem').at(-1)?.textContent).toMatch(/2.* swaps.*~1 min/)
  })
})
