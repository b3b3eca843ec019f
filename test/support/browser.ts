import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { timeoutMs } from './eventually.js';

const candidates = [
  process.env.CHROMIUM,
  // Without windows and what belongs to them it takes a third of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Chromium on this machine, or `undefined`. */
export const chromiumPath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Chromium takes only the last list, so Playwright's own is repeated. The others are of a window that nobody sees: half the processor time. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
];

const args = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  // Nothing draws by WebGL.
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Without a window, and with a profile of its own that is removed at the end. Playwright is loaded only where one starts. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: chromiumPath as string,
    headless: true,
    timeout: timeoutMs,
    args: [...args, ...more],
  });
}

/** What a page did that nobody sees. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings in the console, and exceptions that nobody caught. */
  readonly complaints: string[];
  /** Addresses it asked for, without those that it carries itself. */
  readonly requests: string[];
  /** What its Content-Security-Policy stopped, as `<directive> <address>`. */
  violations(): Promise<string[]>;
}

const recordViolations = `
  window.stopped = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    window.stopped.push(effectiveDirective + ' ' + blockedURI));`;

/** The portal's messages go away after four seconds; here they stay, so that a stalled process misses none. */
const keepMessages = `{
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...more) => setTimeout(work, ms === 4000 ? 600_000 : ms, ...more);
}`;

/** @param options of a context of its own, in which it may open more pages */
export async function watchedPage(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url());
  });
  await page.addInitScript(recordViolations + keepMessages);
  return { page, complaints, requests, violations: () => page.evaluate('window.stopped') };
}
