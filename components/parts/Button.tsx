import type { ButtonHTMLAttributes } from 'preact'

interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'disabled' | 'onClick'> {
  /** Classes of `button.css`. */
  readonly look: string
  readonly testId?: string | undefined
  readonly isDisabled?: boolean
  /** Disables the button, and tells screen readers that it works. Set `aria-busy` to keep its focus. */
  readonly isBusy?: boolean
  readonly onPress: () => unknown
}

/** Every button that submits no form. */
export function Button({ look, testId, isDisabled = false, isBusy, onPress, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      class={look}
      data-testid={testId}
      disabled={isDisabled || isBusy === true}
      aria-busy={isBusy}
      onClick={() => void onPress()}
      {...rest}
    />
  )
}
