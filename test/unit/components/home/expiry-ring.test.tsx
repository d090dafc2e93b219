import { signal } from '@preact/signals'
import { screen } from '@testing-library/dom'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { ExpiryRing } from '../../../../components/home/ExpiryRing.tsx'
import { draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('ExpiryRing', () => {
  it('keeps its name while the seconds pass, and describes them in few steps', async () => {
    const nowMs = signal(0)
    draw(<ExpiryRing nowMs={nowMs} fromMs={0} untilMs={60_000} onRefresh={() => undefined} />)
    const ring = screen.getByRole('button', { name: 'Refresh quote' })
    const said = new Set<string | null>()
    for (let second = 0; second < 60; second++) {
      await act(() => {
        nowMs.value = second * 1000
      })
      expect(ring.getAttribute('aria-label')).toBe('Refresh quote')
      said.add(ring.getAttribute('aria-description'))
    }
    expect([...said].map((words) => words?.match(/\d+/)?.[0])).toEqual(['60', '30', '10', '5'])
  })

  it('describes a quote that cannot be renewed here in the same words', () => {
    draw(<ExpiryRing nowMs={signal(52_000)} fromMs={0} untilMs={60_000} />)
    expect(screen.getByRole('img', { name: /at most 10 seconds/ })).toBeDefined()
  })

  it('never shows more time than the quote had, although the clock of the view is older', () => {
    draw(<ExpiryRing nowMs={signal(-900)} fromMs={0} untilMs={60_000} />)
    expect(document.querySelector('[data-seconds]')?.getAttribute('data-seconds')).toBe('1:00')
  })
})
