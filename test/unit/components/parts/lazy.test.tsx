import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { Lazy, type LoadedView, Skeleton } from '../../../../components/parts/Lazy.tsx'
import { Problem } from '../../../../lib/base/problem.ts'
import { draw, inBrowser } from '../test-app.tsx'

inBrowser()

function loading(key = 'one') {
  const promised = Promise.withResolvers<LoadedView>()
  const dispose = vi.fn()
  const load = vi.fn(() => promised.promise)
  draw(<Lazy key={key} load={load} placeholder={<p>Coming</p>} />)
  const said = (text: string) => ({ view: () => <p>{text}</p>, dispose })
  return {
    load,
    dispose,
    comes: (text: string) => act(async () => promised.resolve(said(text))),
    fails: (thrown: unknown) => act(async () => promised.reject(thrown)),
  }
}

describe('Lazy', () => {
  it('shows the placeholder until the view is loaded, and loads it once', async () => {
    const { load, comes } = loading()
    expect(screen.getByText('Coming')).toBeDefined()
    await comes('Here')
    expect(screen.getByText('Here')).toBeDefined()
    expect(screen.queryByText('Coming')).toBeNull()
    expect(load).toHaveBeenCalledOnce()
  })

  it('shows the problem without the location of the money', async () => {
    const { fails } = loading()
    await fails(new Problem('serviceUnreachable'))
    const shown = await screen.findByRole('alert')
    expect(shown.textContent).toMatch(/Can’t reach/)
    expect(shown.textContent).not.toContain('Nothing was sent')
    expect(screen.queryByText('Coming')).toBeNull()
  })

  it('disposes the model when it is removed, even if it loads later', async () => {
    const shown = loading('shown')
    await shown.comes('Here')
    const late = loading('late')
    expect(shown.dispose).toHaveBeenCalledOnce()
    draw(<p>Gone</p>)
    expect(late.dispose).not.toHaveBeenCalled()
    await late.comes('Too late')
    expect(late.dispose).toHaveBeenCalledOnce()
    expect(screen.queryByText('Too late')).toBeNull()
  })

  it('loads again when its key changes', async () => {
    const first = loading('first')
    await first.comes('First')
    const second = loading('second')
    await second.comes('Second')
    expect(screen.getByText('Second')).toBeDefined()
    expect(screen.queryByText('First')).toBeNull()
  })
})

it('hides the placeholder from screen readers', () => {
  draw(<Skeleton width={12} />)
  expect(document.body.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})
