import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { useEscape } from '../../../../components/parts/leaving.ts'
import { MenuButton, type MenuItem } from '../../../../components/parts/ScreenHeader.tsx'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

/** A menu with three entries on a screen that Escape leaves. Records the actions. */
async function renderMenu() {
  const done: string[] = []
  const items: readonly MenuItem[] = [
    { id: 'one', label: 'First', act: () => void done.push('one') },
    { id: 'two', label: 'Second', act: () => Promise.resolve('Copied') },
    { id: 'three', label: 'Third', act: () => void done.push('three') },
  ]
  function Screen() {
    useEscape(() => done.push('left'))
    return (
      <>
        <MenuButton label="More" items={items} />
        <button type="button">Elsewhere</button>
      </>
    )
  }
  const shown = await createTestApp()
  draw(<Screen />)
  return { ...shown, done }
}

const focused = () => document.activeElement?.textContent
const isOpen = () => [screen.queryByRole('menu') !== null, button('More').getAttribute('aria-expanded')]

describe('MenuButton', () => {
  it('opens and moves with the keyboard alone, wrapping at both ends', async () => {
    const { keys } = await renderMenu()
    button('More').focus()
    expect(isOpen()).toEqual([false, 'false'])
    await keys('{Enter}')
    expect([...isOpen(), focused()]).toEqual([true, 'true', 'First'])
    await keys('{ArrowDown}')
    expect(focused()).toBe('Second')
    await keys('{End}')
    expect(focused()).toBe('Third')
    await keys('{ArrowDown}')
    expect(focused()).toBe('First')
    await keys('{ArrowUp}')
    expect(focused()).toBe('Third')
    await keys('{Home}')
    expect(focused()).toBe('First')
  })

  it('opens at its last entry with the up arrow', async () => {
    const { keys } = await renderMenu()
    button('More').focus()
    await keys('{ArrowUp}')
    expect(focused()).toBe('Third')
  })

  it('closes on Escape without leaving the screen, and focuses its button again', async () => {
    const { keys, done } = await renderMenu()
    button('More').focus()
    await keys('{Enter}{Escape}')
    expect(isOpen()).toEqual([false, 'false'])
    expect(document.activeElement).toBe(button('More'))
    expect(done).toEqual([])
    await keys('{Escape}')
    expect(done).toEqual(['left'])
  })

  it('does not run an action that cannot be pressed now', async () => {
    const { press, done } = await renderMenu()
    draw(
      <MenuButton
        label="More"
        items={[{ id: 'stop', label: 'Stop', isDisabled: true, act: () => void done.push('stop') }]}
      />,
    )
    await press(button('More'))
    const stop = screen.getByRole('menuitem', { name: 'Stop' })
    expect(stop.getAttribute('aria-disabled')).toBe('true')
    await press(stop)
    expect(done).toEqual([])
  })

  it('runs the chosen action, closes, and announces the result', async () => {
    const { keys, press, done } = await renderMenu()
    await press(button('More'))
    await press(screen.getByRole('menuitem', { name: 'Third' }))
    expect([done, isOpen()]).toEqual([['three'], [false, 'false']])
    await keys('{Enter}{ArrowDown}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })

  it('closes when the focus moves elsewhere', async () => {
    const { press } = await renderMenu()
    await press(button('More'))
    await press(button('Elsewhere'))
    expect(isOpen()).toEqual([false, 'false'])
    expect(document.activeElement).toBe(button('Elsewhere'))
  })
})
