import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ProblemNotice } from '../../../../components/parts/ProblemNotice.tsx'
import { problem } from '../../../screens/answers.ts'
import { draw, inBrowser } from '../test-app.tsx'

inBrowser()

describe('ProblemNotice', () => {
  it('is an alert, and states the problem, the location of the money and the next step', () => {
    draw(<ProblemNotice problem={problem('balanceTooLow', { facts: { symbol: 'USDC' } })} />)
    const words = [...screen.getByRole('alert').querySelectorAll('p')].map((one) => one.textContent)
    expect(words).toEqual([
      expect.stringMatching(/Not enough .*USDC.* in your wallet$/),
      'Nothing was sent. Your money hasn’t moved.',
      'Enter a smaller amount.',
    ])
  })

  it('omits the money for typed input, and does not interrupt', () => {
    draw(<ProblemNotice problem={problem('amountInvalid')} isQuiet />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('status').textContent).not.toMatch(/money/)
  })

  it('shows the request ID for support only if there is one', () => {
    draw(<ProblemNotice problem={problem('serviceFailed', { serverRequestId: 'req-9d0c' })} />)
    expect(screen.getByText('req-9d0c')).toBeDefined()
    expect(screen.getByRole('button', { name: /request id/i })).toBeDefined()
    draw(<ProblemNotice problem={problem('serviceFailed')} />)
    expect(screen.queryByText('req-9d0c')).toBeNull()
    expect(screen.queryByRole('button', { name: /request id/i })).toBeNull()
  })

  it('folds the details that only support needs', () => {
    draw(<ProblemNotice problem={problem('checkFailed', { facts: { reason: 'W-9', path: 'witness' } })} />)
    const details = screen.getByText('Technical details').closest('details')
    expect(details?.open).toBe(false)
    expect(details?.textContent).toMatch(/reason: W-9/)
  })

  it('is amber, and red only for a check that failed because money would be lost', () => {
    const toneOf = (code: 'serviceUnreachable' | 'checkFailed') => {
      draw(<ProblemNotice problem={problem(code)} />)
      return screen.getByTestId('problem').className
    }
    expect(toneOf('serviceUnreachable')).toMatch(/warning/)
    expect(toneOf('checkFailed')).toMatch(/danger/)
  })

  it('prefers the text of the caller', () => {
    draw(<ProblemNotice problem={problem('serviceFailed')} whatToDo="Press the other button." />)
    expect(screen.getByTestId('problem-next').textContent).toBe('Press the other button.')
  })
})
