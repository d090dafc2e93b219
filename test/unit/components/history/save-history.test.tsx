import { screen } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { fail, problem } from '../../../screens/answers.ts'
import { button, inBrowser } from '../test-app.tsx'
import { renderHistory } from './render-history.tsx'

inBrowser()

async function openExport(press: (element: Element) => Promise<void>): Promise<void> {
  await press(button('More actions'))
  await press(screen.getByRole('menuitem', { name: 'Export' }))
}

describe('SaveHistory', () => {
  it('saves all pieces as one file, and says where to find it', async () => {
    const made: Blob[] = []
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob)
      return 'blob:ferry'
    })
    const { press, sent } = await renderHistory({
      answers: {
        exportHistory: ({ after }) =>
          after === null ? { text: 'one\r\n', next: 'k' } : { text: 'two\r\n', next: null },
      },
    })
    await openExport(press)
    await press(button('Download CSV'))
    createObjectURL.mockRestore()
    expect(sent('exportHistory')).toHaveLength(2)
    expect(await made[0]?.text()).toBe('one\r\ntwo\r\n')
    expect(screen.getByText('Saved to your downloads.')).toBeDefined()
  })

  it('saves by the filter of the press, whatever the person filters meanwhile', async () => {
    const pieces = Promise.withResolvers<{ text: string; next: string | null }>()
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ferry')
    const { press, sent, model, settle } = await renderHistory({
      answers: { exportHistory: ({ after }) => (after === null ? pieces.promise : { text: '', next: null }) },
    })
    await openExport(press)
    button('Download CSV').click()
    model.setFilter({ text: 'dai' })
    pieces.resolve({ text: '', next: 'k' })
    await settle()
    saved.mockRestore()
    expect(sent('exportHistory')).toMatchObject([{ filter: { text: '' } }, { filter: { text: '' } }])
  })

  it('shows the problem, and that nothing was saved', async () => {
    const { press } = await renderHistory({ answers: { exportHistory: fail(problem('storageFailed')) } })
    await openExport(press)
    await press(button('Download JSON'))
    expect(screen.queryByText('Saved to your downloads.')).toBeNull()
    expect(button('Download JSON').disabled).toBe(false)
  })
})
