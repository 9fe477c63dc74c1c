import { mount } from "svelte";
import "./theme.css";
import "./lib/install.svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
