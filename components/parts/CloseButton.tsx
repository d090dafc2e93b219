import type { ComponentProps } from 'preact'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** Closes or removes what it is part of. */
export function CloseButton(rest: Omit<ComponentProps<typeof Button>, 'look' | 'children'>) {
  return (
    <Button look="icon-button small" {...rest}>
      <Icon name="close" />
    </Button>
  )
}
