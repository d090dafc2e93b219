import { signal } from '@preact/signals'
import { parsePercent } from '../base/typed-percent.ts'
import { toDisplayedText } from '../base/typed-text.ts'
import { isSlippage } from '../quote/routes.ts'
import type { StartModel } from './start-model.ts'

export const slippagePresets = ['0.1', '0.5', '1'] as const

function isSlippagePreset(percent: string): boolean {
  return slippagePresets.some((preset) => preset === percent)
}

/**
 * Creates the entry field of the max slippage. A valid text takes effect while typing. An invalid text restores the value
 * from before the typing, and no part of it stays in effect.
 */
export function createSlippageEntry({ settings, saveSettings }: StartModel) {
  /** The value before the typing; null while the user is not typing. */
  let before: { readonly slippagePercent: string | null } | null = null
  const { slippagePercent: first } = settings.peek()
  const text = signal(first === null || isSlippagePreset(first) ? '' : first)
  const isWrong = signal(false)

  function put(slippagePercent: string | null): void {
    if (slippagePercent !== settings.peek().slippagePercent) void saveSettings({ slippagePercent })
  }

  return {
    text,
    isWrong,
    type(typed: string): void {
      text.value = toDisplayedText(typed)
      const read = parsePercent(typed, isSlippage)
      isWrong.value = read.kind === 'refused'
      before ??= settings.peek()
      put(read.kind === 'percent' ? read.percent : before.slippagePercent)
    },
    /** Ends the typing: unfinished text is now wrong. */
    leave(): void {
      const { kind } = parsePercent(text.value, isSlippage)
      isWrong.value = kind === 'unfinished' || kind === 'refused'
      before = null
    },
    /** Selects a preset; null leaves the slippage to the service. */
    choose(slippagePercent: string | null): void {
      text.value = ''
      isWrong.value = false
      before = null
      put(slippagePercent)
    },
  }
}
