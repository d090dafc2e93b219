import { fireEvent } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Sheet } from '../../../../components/parts/Sheet.tsx'
import { draw, inBrowser } from '../test-app.tsx'

inBrowser()

/** Draws a sheet with a field. `closed` counts how often it asked to close. */
function drawSheet() {
  const closed: string[] = []
  draw(
    <Sheet title="Names" onClose={() => closed.push('close')}>
      <input />
    </Sheet>,
  )
  const [sheet, field] = ['dialog', 'input'].map((name) => document.querySelector(name))
  if (sheet == null || field == null) throw new Error('no sheet is open')
  return { sheet, field, closed }
}

it('closes by a press on the backdrop', () => {
  const { sheet, closed } = drawSheet()
  fireEvent.pointerDown(sheet)
  fireEvent.click(sheet)
  expect(closed).toEqual(['close'])
})

it('stays open when a selection that began in a field ends on the backdrop', () => {
  const { sheet, field, closed } = drawSheet()
  fireEvent.pointerDown(field)
  fireEvent.click(sheet)
  expect(closed).toEqual([])
})
