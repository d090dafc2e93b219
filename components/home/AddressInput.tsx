import { useSignal } from '@preact/signals'
import type { InputHTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isAddress } from '../../lib/base/hex.ts'
import { toDisplayedText } from '../../lib/base/typed-text.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Drawing } from '../parts/FormIcon.tsx'
import { pencilPath } from '../parts/Icon.tsx'
import { ChunkedAddress } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'

/**
 * A field for an address. A valid address takes the place of the field, in full, because a field shows only a part of it.
 */
export function AddressInput({
  id,
  value,
  address,
  isNamed = false,
  takesFocus = false,
  onText,
  ...attributes
}: Pick<
  InputHTMLAttributes,
  'aria-describedby' | 'aria-invalid' | 'aria-label' | 'maxLength' | 'placeholder'
> & {
  id: string
  /** The entered text. */
  value: string
  /** The valid address that the text stands for, else null. */
  address: string | null
  /** The text is a name, so the address stands below the field too. */
  isNamed?: boolean
  takesFocus?: boolean
  onText: (text: string) => void
}) {
  /** Text that may become longer, like the start of a longer name: its field must not vanish while the person types. */
  const unfinished = useSignal<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const editor = useRef<HTMLButtonElement>(null)
  const isShown = address !== null && unfinished.value !== value
  const hadFocus = field.current !== null && document.activeElement === field.current
  const isLeft = useRef(false)
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [])
  useLayoutEffect(() => {
    if (isShown && hadFocus) editor.current?.focus()
    if (!isShown && isLeft.current) field.current?.focus()
    isLeft.current = false
  }, [isShown])

  const edit = (text: string) => {
    isLeft.current = true
    unfinished.value = text
    onText(text)
  }

  if (address !== null && isShown) {
    return (
      <div class="line tight between">
        <p class="long-hex" data-testid={`${id}-address`}>
          <ChunkedAddress text={address} />
        </p>
        <button
          ref={editor}
          type="button"
          class="icon-button small"
          data-testid={`${id}-edit`}
          title={t('addressEdit')}
          onClick={() => edit(value)}
        >
          <Drawing path={pencilPath} />
        </button>
        <CloseButton testId={`${id}-clear`} title={t('addressClear')} onPress={() => edit('')} />
      </div>
    )
  }
  return (
    <>
      <input
        {...attributes}
        ref={field}
        id={id}
        class="field"
        data-testid={id}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => {
          const { inputType } = event as InputEvent
          const text = event.currentTarget.value
          const isWhole = inputType === 'insertFromPaste' || inputType === 'insertFromDrop'
          unfinished.value = isWhole || isAddress(text.trim()) ? null : toDisplayedText(text)
          onText(text)
        }}
      />
      {isNamed && address !== null && (
        <p class="long-hex" data-testid={`${id}-named`}>
          <ChunkedAddress text={address} />
        </p>
      )}
    </>
  )
}
