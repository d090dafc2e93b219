import type { ComponentChildren } from 'preact'
import { Icon } from './Icon.tsx'

const icons = { warning: 'warning', passed: 'check' } as const

/** A line of text with an icon: a color alone is no sign. */
export function Hint({
  tone,
  children,
  ...rest
}: {
  tone: keyof typeof icons
  role?: 'alert'
  children: ComponentChildren
  [data: `data-${string}`]: string
}) {
  return (
    <p {...rest} class={`hint ${tone}`}>
      <Icon name={icons[tone]} />
      <span>{children}</span>
    </p>
  )
}
