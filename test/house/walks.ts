import type { Walk } from './walk.ts'

/** Three ways through the code that somebody new follows first. */
export const walks: readonly Walk[] = []
