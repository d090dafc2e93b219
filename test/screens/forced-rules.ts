import type { Page } from 'playwright-core'

/** Elements with different meanings of the same appearance in forced colors: steps, switches, chips. */
export function forcedFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const appearance = (element: Element, part?: string) => {
      const style = getComputedStyle(element, part)
      const { backgroundColor, backgroundImage, borderTopWidth, borderRadius } = style
      const border = borderTopWidth === '0px' ? '' : `${style.borderTopColor} ${style.borderTopStyle}`
      const outline = style.outlineStyle === 'none' ? '' : style.outlineColor
      return [backgroundColor, backgroundImage, borderTopWidth, border, borderRadius, outline].join(' ')
    }
    const found: string[] = []
    const steps = new Map<string, string>()
    // A leg that is over has words of its own. The current one differs from those to come by its weight.
    const legs = '.legs :is(.now, .next)'
    for (const step of document.querySelectorAll(`.timeline li, .step-bars li, .wallet-steps li, ${legs}`)) {
      const kind = `${step.parentElement?.className} ${step.className}`.trim()
      const mark = step.matches(legs)
        ? getComputedStyle(step).fontWeight
        : `${appearance(step)} ${appearance(step, '::before')}`
      const same = [...steps].find(([other, looks]) => looks === mark && other !== kind)
      const isSameList = same?.[0].split(' ')[0] === kind.split(' ')[0]
      if (same !== undefined && isSameList) found.push(`steps alike: ${same[0]} and ${kind}`)
      steps.set(kind, mark)
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('.switch input')) {
      const before = appearance(input)
      input.checked = !input.checked
      if (appearance(input) === before) found.push(`on and off alike: ${input.dataset.testid}`)
      input.checked = !input.checked
    }
    for (const chip of document.querySelectorAll('.chip[aria-pressed="true"]')) {
      const before = appearance(chip)
      chip.setAttribute('aria-pressed', 'false')
      if (appearance(chip) === before) found.push(`pressed and not alike: ${chip.textContent}`)
      chip.setAttribute('aria-pressed', 'true')
    }
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
    const highlight = getComputedStyle(probe).backgroundColor
    probe.remove()
    for (const chip of document.querySelectorAll('.chip[aria-pressed="true"]')) {
      // Its content must use the color that is readable on the highlight.
      if (getComputedStyle(chip).backgroundColor !== highlight) found.push(`unread: ${chip.textContent}`)
    }
    const page = getComputedStyle(document.documentElement).backgroundColor
    for (const button of document.querySelectorAll('.primary:enabled')) {
      const { backgroundColor, borderTopWidth } = getComputedStyle(button)
      if (backgroundColor === page || borderTopWidth === '0px') found.push(`no button: ${button.textContent}`)
    }
    return found
  })
}
