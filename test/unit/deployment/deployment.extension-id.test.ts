import { expect, test } from 'vitest'
import { isExtensionId } from '../../../lib/deployment/deployment.ts'

test.each([
  ['nkbihfbeogaeaoehlefnkodbefgpgknn', true],
  ['webextension@metamask.io', true],
  ['@wallet', true],
  ['{4e6a1cd1-1a1e-4b2d-8a0f-0123456789ab}', true],
  ['nkbihfbeogaeaoehlefnkodbefgpgkn', false],
  ['nkbihfbeogaeaoehlefnkodbefgpgknz', false],
  ['NKBIHFBEOGAEAOEHLEFNKODBEFGPGKNN', false],
  ['chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn', false],
  ['{not-a-uuid}', false],
  ['a@b/c', false],
  ['', false],
])('%j: %s', (text, is) => {
  expect(isExtensionId(text)).toBe(is)
})
