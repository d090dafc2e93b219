import { Drawing, formPaths } from './FormIcon.tsx'

const paths = {
  ...formPaths,
  back: 'M15 10H5m4.5-5L4.5 10l5 5',
  close: 'm5 5 10 10M15 5 5 15',
  warning: 'M10 7v4m0 2.8v.2M10 3 2.5 16.5h15z',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm-6 6.5c.7-3 3-4 6-4s5.3 1 6 4',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  out: 'M8 5H5v10h10v-3M11 4h5v5m0-5-7 7',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4z',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zm4-1.5 3.5 3.5',
  wallet: 'M3.5 6h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zm0 0 9-2.5V6m1 5h.2',
  refund: 'M7 5 4 8l3 3M4.5 8h7a4 4 0 0 1 0 8H8',
  info: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 9.5v4M10 6.8v.2',
  offline: 'M3 3l14 14M4 9.5a9 9 0 0 1 3-2m3-.7a9 9 0 0 1 6 2.7M7 12.5a5 5 0 0 1 3-1.3M10 15.5v.2',
  pin: 'M7 3h6l-1 5 3 3H5l3-3zM10 11v6',
  site: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM3.5 10h13M10 3.5c4 4 4 9 0 13-4-4-4-9 0-13',
  filter: 'M4 5.5h12M6.5 10h7M8.8 14.5h2.4',
  more: 'M4.1 10a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0m5.5 0a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0m5.5 0a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0',
  star: 'm10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9-4.3-2.4-4.3 2.4.9-4.9L3 8.1l4.9-.6z',
  lock: 'M5 9h10v7H5zm2 0V6.5a3 3 0 0 1 6 0V9',
} as const

export type IconName = keyof typeof paths

/** Icons that point along the text. A clock turns the same way in every language. */
const turning: ReadonlySet<IconName> = new Set(['back', 'next', 'out', 'refund'])

/** A 20-unit line icon. It is decorative: a text or label must accompany it. */
export function Icon({ name }: { name: IconName }) {
  return <Drawing path={paths[name]} isTurning={turning.has(name)} />
}

/** Marks a button that edits in place. */
export const pencilPath = 'm4 16 .8-3.4 8.4-8.4 2.6 2.6-8.4 8.4zM11.5 6l2.6 2.6'
