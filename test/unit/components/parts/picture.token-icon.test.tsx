import { describe, expect, it } from 'vitest'
import { Chains, Pictures, TokenIcon } from '../../../../components/parts/Picture.tsx'
import { usdcHarbour } from '../../models/fake-data.ts'
import { draw, inBrowser } from '../test-app.tsx'

inBrowser()

const logo = 'https://logos.example/harbour.png'
const drawn = 'data:image/png;base64,AAAA'

function badge(iconUrl: string | null): Element | null {
  draw(
    <Pictures.Provider value={{ of: (url) => (url === logo ? drawn : null) }}>
      <Chains.Provider value={() => ({ name: 'Harbour', iconUrl })}>
        <TokenIcon token={usdcHarbour} />
      </Chains.Provider>
    </Pictures.Provider>,
  )
  return document.querySelector('.chain-badge')
}

describe('TokenIcon', () => {
  it("shows its network's logo", () => {
    expect(badge(logo)?.querySelector('img')?.getAttribute('src')).toBe(drawn)
  })

  it('shows the first letter of a network without a logo, so that color alone does not identify it', () => {
    expect(badge(null)?.textContent).toBe('H')
  })
})
