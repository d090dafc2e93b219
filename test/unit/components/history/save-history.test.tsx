import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { HistoryScreen } from '../../../../components/history/HistoryScreen.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { bornMs } from '../../models/fake-data.ts'
import * as fakeOrders from '../../models/fake-orders.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

const done = fakeOrders.doneOrder(bornMs)

const stopped = fakeOrders.order(bornMs, {
  id: 'order-2',
  state: 'abandoned_unsigned',
  statusCode: null,
  createdMs: bornMs - 200_000,
})

async function listed(options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp({ orders: [done, stopped], ...options })
  const model = await shown.app.create.history()
  await shown.settle()
  draw(<HistoryScreen app={shown.app} model={model} isBeside={false} />)
  await shown.settle()
  return shown
}

describe('SaveHistory', () => {
  it('saves all pieces as one file, and says where to look', async () => {
    const made: Blob[] = []
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob)
      return 'blob:ferry'
    })
    const { press, sent } = await listed({
      answers: {
        exportHistory: ({ after }) =>
          after === null ? { text: 'one\r\n', next: 'k' } : { text: 'two\r\n', next: null },
      },
    })
    await press(button('Export'))
    expect(button('Export').getAttribute('aria-expanded')).toBe('true')
    await press(button('CSV'))
    createObjectURL.mockRestore()
    expect(sent('exportHistory')).toHaveLength(2)
    expect(await made[0]?.text()).toBe('one\r\ntwo\r\n')
    expect(screen.getByText('Saved to your downloads.')).toBeDefined()
  })

  it('says what went wrong, and that nothing was saved', async () => {
    const { press } = await listed({ answers: { exportHistory: fail(problem('storageFailed')) } })
    await press(button('Export'))
    await press(button('JSON'))
    expect(screen.queryByText('Saved to your downloads.')).toBeNull()
    expect(button('JSON').disabled).toBe(false)
  })
})
