// Messengers and social apps open links in a browser of their own, which soon forgets what it kept.

const APPS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|Snapchat|KAKAOTALK|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Twitter|Pinterest)\b/;
const ANDROID_VIEW = /; wv\)/;
const APPLE_VIEW = /\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/; // Safari and other browsers name it

/** Whether this is the browser inside another app, as its user agent says; no installed page is. */
export const isInApp = (userAgent: string, isInstalled: boolean): boolean =>
  !isInstalled && [APPS, ANDROID_VIEW, APPLE_VIEW].some((sign) => sign.test(userAgent));
