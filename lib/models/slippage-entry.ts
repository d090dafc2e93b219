import { signal } from '@preact/signals'
import { parsePercent, shownText } from '../base/typed-text.ts'
import { isSlippage } from '../quote/routes.ts'
import type { StartModel } from './start-model.ts'

/** The choices that are one press. */
export const slippagePresets = ['0.1', '0.5', '1'] as const

function isSlippagePreset(percent: string): boolean {
  return slippagePresets.some((preset) => preset === percent)
}

/**
 * Creates the field of the max slippage. What is typed is in force as long as it is one; text that is none brings back
 * what was in force before the typing began, and never leaves a part of the typed text in force.
 */
export function createSlippageEntry({
  settings,
  saveSettings,
}: Pick<StartModel, 'settings' | 'saveSettings'>) {
  /** What was in force before the typing; null while nothing is typed. */
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
      text.value = shownText(typed)
      const read = parsePercent(typed, isSlippage)
      isWrong.value = read.kind === 'refused'
      before ??= settings.peek()
      put(read.kind === 'percent' ? read.percent : before.slippagePercent)
    },
    /** Ends the typing: text that could still have become a slippage is wrong now. */
    leave(): void {
      const { kind } = parsePercent(text.value, isSlippage)
      isWrong.value = kind === 'unfinished' || kind === 'refused'
      before = null
    },
    /** Takes one of the choices; null leaves it to the service. */
    choose(slippagePercent: string | null): void {
      text.value = ''
      isWrong.value = false
      before = null
      put(slippagePercent)
    },
  }
}
