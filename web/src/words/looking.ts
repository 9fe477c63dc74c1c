import { section } from "./section";

export const looking = section({
});
