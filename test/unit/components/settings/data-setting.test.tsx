import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { DataSetting } from '../../../../components/settings/DataSetting.tsx'
import { wipeWord } from '../../../../lib/history/history-filter.ts'
import { createWipeModel } from '../../../../lib/models/settings-models.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('DataSetting', () => {
  async function renderWipe(left: number) {
    const shown = await createTestApp({ answers: { wipeHistory: () => ({ left }) } })
    const model = createWipeModel(shown.app)
    draw(<DataSetting model={model} />)
    return shown
  }

  it('separates the export from the deletion by headings, and turns red only after the first press', async () => {
    const { press } = await renderWipe(0)
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Export',
      'Delete history',
    ])
    expect(button('Delete history').className).not.toContain('danger')
    await press(button('Delete history'))
    expect(button('Delete').className).toContain('danger')
  })

  it('deletes nothing before a second press', async () => {
    const { press, sent } = await renderWipe(0)
    await press(button('Delete history'))
    expect(sent('wipeHistory')).toEqual([])
    await press(button('Keep'))
    await press(button('Delete history'))
    await press(button('Delete'))
    expect(sent('wipeHistory')).toHaveLength(1)
    expect(screen.getByText('History deleted.')).toBeDefined()
  })

  it('keeps swaps whose money is not accounted for, until a word is typed', async () => {
    const { press, type, sent } = await renderWipe(2)
    await press(button('Delete history'))
    await press(button('Delete'))
    expect(screen.getByRole('alert').textContent).toMatch(/2.* swaps were.* kept/)
    expect(button('Delete all').disabled).toBe(true)
    await type(screen.getByRole('textbox', { name: /Type/ }), wipeWord)
    await press(button('Delete all'))
    expect(sent('wipeHistory')).toHaveLength(2)
  })
})
